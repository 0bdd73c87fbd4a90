/** No server handles a subject; NATS reports it as a 503 "no responders" status. */
export class NoRespondersError extends Error {
  override readonly name = 'NoRespondersError';

  constructor(subject: string) {
    super(`No responders for ${subject}`);
  }
}
