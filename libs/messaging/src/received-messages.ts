/** Remembers the messages that any instance of a service has received, so that none of them accepts a copy. */
export interface ReceivedMessages {
  /**
   * Whether no instance has received the message before.
   * @param keptMs how long to remember it, in milliseconds
   */
  isFirst(id: string, keptMs: number): Promise<boolean>;
}
