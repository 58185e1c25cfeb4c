-- The request for wrk, and its results: `wrk … URL -- HOST ENCODING PATH`.
local page

function init(args)
  page = wrk.format("GET", args[3], { ["Host"] = args[1], ["Accept-Encoding"] = args[2] })
end

function request()
  return page
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  local line = '{"requests":%d,"seconds":%f,"p99Milliseconds":%f,"failed":%d}\n'
  io.write(line:format(summary.requests, summary.duration / 1e6, latency:percentile(99) / 1000, failed))
end
