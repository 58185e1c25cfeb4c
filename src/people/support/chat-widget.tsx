import { ChatForm, type ChatProps } from './chat-form.tsx'
import styles from './chat-widget.module.css'

export function ChatWidget(props: ChatProps) {
  return (
    <aside className={styles.widget} id="chat-widget" aria-label="Ask us">
      <details open={props.sent !== null} data-over>
        <summary>
          <span>Ask us</span>
          <span>Close</span>
        </summary>
        <section className={styles.panel} id="ask" aria-labelledby="chat-title">
          <h2 id="chat-title">Leave a message</h2>
          <p>A person will read it and answer by e-mail.</p>
          <div data-island="chat" data-props={JSON.stringify(props)}>
            <ChatForm {...props} />
          </div>
        </section>
      </details>
    </aside>
  )
}
