/** A message that waits in a mailbox. */
export interface WaitingMail {
  /** The whole message as it arrived; null if it is longer than the mailbox loads. */
  readonly source: Buffer | null;
}

/** The keyword that says what became of a message; mail clients can show it. */
export type MailMark = '$OutlayDraft' | '$OutlayRefused';

/** A mailbox in which receipts arrive. */
export interface Mailbox {
  /**
   * Handles the messages that are not marked, one after another, the oldest first, and marks each as read and with what
   * `handle` returns; with null it waits for the next visit.
   * @throws if the mailbox cannot be used, or what `handle` rejects with
   */
  visit(handle: (mail: WaitingMail) => Promise<MailMark | null>, stop: AbortSignal): Promise<void>;
}
