const WITHOUT_VAT: readonly string[] = ['Plane / Train', 'Hotel', 'Taxi / Ride'];

export const vatMessages = {
  invalid: 'Please enter a valid VAT amount (must be a positive number)',
  aboveAmount: 'Please enter a valid VAT amount (must not be greater than the amount)',
  withoutReceipt: 'VAT cannot be claimed without a receipt',
} as const;

export interface VatInputs {
  readonly classification: string | null;
  readonly currency: string | null;
  readonly category: string | null;
}

/** VAT applies to support or mix in EUR, except for travel and lodging; also before a category is chosen. */
export function isVatApplicable({ classification, currency, category }: VatInputs): boolean {
  return (
    (classification === 'support' || classification === 'mix') &&
    currency === 'EUR' &&
    !WITHOUT_VAT.includes(category ?? '')
  );
}
