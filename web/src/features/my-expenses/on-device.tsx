import { isBlank, parseAmount } from '@outlay/rules';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { notSent } from '#strings/expense';
import * as texts from '#strings/unsent';
import { currencyOf, type ClaimValues } from '#expense/claim-values';
import { formatDate, formatMoney } from '#expense/format';
import { deleteForm, findForms, savedFormPrefix, type FoundForm } from '#expense/saved-forms';
import { timeSince } from '#expense/time-since';
import { becomeForm, removeUnsent, unsentClaims, unsentKey, withUnsent } from '#expense/unsent/unsent-claims';
import { useProfile } from '#lib/profile';
import { useNow } from '#lib/use-now';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { ConfirmDialog } from '#ui/confirm-dialog';

interface KeptClaim {
  readonly key: string;
  readonly values: ClaimValues;
  readonly savedAt: string;
  readonly receiptName: string | null;
  readonly isDraft: boolean;
  readonly problem: string | undefined;
  /** Makes an unfinished form of it, unless it is one, and returns its key; null if it was sent meanwhile. */
  readonly toForm: () => Promise<string | null>;
  readonly remove: () => Promise<void>;
}

/** Shows what of the person is on this device only: claims that wait for a network, those that the server refused, and receipts of a batch. */
export default function OnDevice() {
  const { id: userId } = useProfile();
  const client = useQueryClient();
  const navigate = useNavigate();
  const now = useNow();
  const [removed, setRemoved] = useState<KeptClaim | null>(null);
  const { data } = useQuery({
    queryKey: [...unsentKey(userId), 'list'],
    queryFn: async () => ({ waiting: await waitingClaims(userId), unfinished: unfinishedForms(userId) }),
    staleTime: 0,
  });
  const changed = () => void client.invalidateQueries({ queryKey: unsentKey(userId) });
  if (!data) return null;
  const { waiting, unfinished } = data;
  if (waiting.length + unfinished.length === 0) return null;

  const edit = async (claim: KeptClaim) => {
    const form = await claim.toForm();
    if (form === null) changed();
    else await navigate({ to: '/submit-expense', state: { form } });
  };
  const rows = (claims: readonly KeptClaim[]) => (
    <ul className="mt-2 divide-y divide-line">
      {claims.map((claim) => (
        <li key={claim.key} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
          <div className="min-w-0 flex-1 basis-64">
            <p className="truncate font-medium">{nameOf(claim)}</p>
            <p className="text-sm text-muted wrap-anywhere">{detailsOf(claim, now)}</p>
            {claim.problem && <p className="text-sm text-danger wrap-anywhere">{claim.problem}</p>}
          </div>
          <div className="flex gap-2">
            <Button size="sm" aria-label={texts.editNamed(nameOf(claim))} onClick={() => void edit(claim)}>
              {texts.edit}
            </Button>
            <Button
              size="sm"
              variant="ghost"
              aria-label={texts.removeNamed(nameOf(claim))}
              onClick={() => setRemoved(claim)}
            >
              {texts.remove}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <Card className="mb-4 px-5 py-4">
      <CardTitle>{texts.title}</CardTitle>
      {waiting.length > 0 && <p className="mt-1 text-sm text-muted">{texts.waiting(waiting.length)}</p>}
      {waiting.length > 0 && rows(waiting)}
      {unfinished.length > 0 && <p className="mt-1 text-sm text-muted">{texts.unfinished(unfinished.length)}</p>}
      {unfinished.length > 0 && rows(unfinished)}
      {removed && (
        <ConfirmDialog
          open
          danger
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          onConfirm={() => {
            setRemoved(null);
            void removed.remove().then(changed);
          }}
          onClose={() => setRemoved(null)}
        >
          <p>{texts.removeAsked}</p>
          <p className="mt-1 text-sm text-muted wrap-anywhere">{nameOf(removed)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

async function waitingClaims(userId: string): Promise<KeptClaim[]> {
  return (await unsentClaims(userId)).map(({ sentAs, savedAt, values, fields, file, problem }) => ({
    key: sentAs,
    values,
    savedAt,
    receiptName: file?.name ?? null,
    isDraft: fields.some(([name, value]) => name === 'status' && value === 'draft'),
    problem: problem && texts.lastAttempt(problem),
    toForm: () => withUnsent(userId, sentAs, (claim) => becomeForm(userId, claim)),
    remove: () => removeUnsent(userId, sentAs),
  }));
}

function unfinishedForms(userId: string): KeptClaim[] {
  return findForms(savedFormPrefix(userId, null)).flatMap((form) => (form.refusal || form.batch ? keptForm(form) : []));
}

function keptForm({ key, values, savedAt, receiptName, refusal }: FoundForm): KeptClaim {
  return {
    key,
    values,
    savedAt,
    receiptName,
    isDraft: false,
    problem: refusal && notSent(refusal),
    toForm: () => Promise.resolve(key),
    remove: () => deleteForm(key),
  };
}

const nameOf = ({ values }: KeptClaim) =>
  isBlank(values.justification) ? texts.noJustification : values.justification.trim();

function detailsOf({ values, savedAt, receiptName, isDraft }: KeptClaim, now: number): string {
  const amount = parseAmount(values.amount);
  return [
    amount && formatMoney(Number(amount), currencyOf(values)),
    values.date && formatDate(values.date),
    receiptName,
    isDraft && texts.asDraft,
    texts.savedAgo(timeSince(savedAt, now)),
  ]
    .filter(Boolean)
    .join(' · ');
}
