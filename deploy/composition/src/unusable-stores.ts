/** Ends the start. The message names the store that is wrong and the way out, for the operator. */
export class UnusableStores extends Error {
  override readonly name = 'UnusableStores';
}
