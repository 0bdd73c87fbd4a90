import type { FieldNamesMarkedBoolean } from 'react-hook-form';
import type { ClaimValues } from '#expense/claim-values';
import * as texts from '#strings/proposals';
import type { FieldNotes } from '../reading/use-reading';
import type { Proposals } from './use-proposals';

export interface ProposedForm {
  readonly proposals: Proposals;
  readonly typed: ClaimValues;
  readonly today: string;
  readonly isSaved: boolean;
  readonly dirty: Partial<Readonly<FieldNamesMarkedBoolean<ClaimValues>>>;
}

/** Says of each value that is still the proposed one where it comes from. */
export function proposalNotes({ proposals, typed, today, isSaved, dirty }: ProposedForm): FieldNotes {
  const { values, notes } = proposals;
  const isProposed = (field: 'currency' | 'classification') => typed[field] === values[field] && !dirty[field];
  const isSameCode = typed.currencyOther === (values.currencyOther ?? '');
  return {
    ...(!isSaved && typed.date === today && !dirty.date && { date: texts.today }),
    ...(notes.currency && isProposed('currency') && isSameCode && { currency: notes.currency }),
    ...(notes.classification && isProposed('classification') && { classification: notes.classification }),
  };
}
