-- What wrk asks for, and what it says of it: `wrk … URL -- HOST ENCODING PATH…`, each path in its turn.
local requests = {}
local at = 0

function init(args)
  local headers = { ["Host"] = args[1], ["Accept-Encoding"] = args[2] }
  for i = 3, #args do
    requests[i - 2] = wrk.format("GET", args[i], headers)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  local line = '{"requests":%d,"seconds":%f,"p99Milliseconds":%f,"failed":%d}\n'
  io.write(line:format(summary.requests, summary.duration / 1e6, latency:percentile(99) / 1000, failed))
end
