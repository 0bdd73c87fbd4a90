/** The fields that a receipt prints; a currency without a sign is null, since nobody could read it. */
export interface Truth {
  readonly total: string;
  readonly date: string;
  readonly currency: string | null;
  readonly vat: string | null;
  readonly merchant: string;
}
