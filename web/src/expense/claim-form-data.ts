import { CLAIM_FIELDS, claimFields, type ClaimDetails } from '@outlay/contracts';
import { OTHER_CURRENCY, type Decimal } from '@outlay/rules';

export interface SentClaim {
  status: 'draft' | 'submitted';
  claim: ClaimDetails;
  isOtherCurrency: boolean;
  override: { readonly rate: Decimal; readonly reason: string } | null;
  /** Fields beside those of the claim; one without a text is left out. */
  others: Readonly<Record<string, string | null | undefined>>;
}

/** The multipart form of, without empty fields. */
export function claimFormData({ status, claim, isOtherCurrency, override, others }: SentClaim): FormData {
  const fields: SentClaim['others'] = {
    ...Object.fromEntries(CLAIM_FIELDS.map((name) => [claimFields[name].json, claim[name]?.toString()])),
    ...(isOtherCurrency && claim.currency && { currency: OTHER_CURRENCY, currency_other: claim.currency }),
    status,
    override_exchange_rate: override?.rate,
    override_reason: override?.reason,
    ...others,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value) form.set(name, value);
  return form;
}
