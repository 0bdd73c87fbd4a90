/** Nobody listens on a subject. NATS reports the same as a 503 "no responders" status. */
export class NoSubscriberError extends Error {
  constructor(subject: string) {
    super(`No subscribers for ${subject}`);
    this.name = 'NoSubscriberError';
  }
}
