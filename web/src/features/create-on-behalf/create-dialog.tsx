import { parseAmount, reimbursementOf, toNumber } from '@outlay/rules';
import * as texts from '#strings/admin-create';
import { tag } from '#strings/language';
import { currencyOf } from '#expense/claim-values';
import { formatMoney } from '#expense/format';
import { ClaimDialog } from '#panel/claim-form/claim-dialog';
import { ClaimRate } from '#panel/claim-form/claim-rate';
import { MetadataFields } from '#panel/claim-form/metadata-fields';
import { OriginalFields } from '#panel/claim-form/original-fields';
import { SaveError } from '#panel/claim-form/save-error';
import { Section } from '#panel/claim-form/section';
import { ReceiptFields } from './receipt-fields';
import { useCreateForm } from './use-create-form';
import { UserField } from './user-field';

const list = new Intl.ListFormat(tag, { type: 'conjunction' });

export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const form = useCreateForm(onClose);
  const { values, errors, change, to, rate, missing } = form;
  const amount = parseAmount(values.amount);
  return (
    <ClaimDialog
      title={texts.title}
      description={texts.subtitle}
      action={texts.create}
      canSend={missing.length === 0}
      isSending={form.isSending}
      hint={missing.length > 0 ? texts.missing(list.format(missing)) : ''}
      onBlur={form.onBlur}
      onSend={form.submit}
      onClose={onClose}
    >
      <UserField value={values.userId} onChange={(userId) => change({ userId })} />
      <Section title={texts.original}>
        <OriginalFields values={values} errors={errors} today={form.today} onChange={change} />
        <ClaimRate rate={rate} amount={values.amount} currency={currencyOf(values)} to={to} waiting={texts.rateWaits} />
        {rate.status === 'ready' && amount !== null && to && (
          <p className="figures text-lg font-semibold">
            {texts.reimbursed(formatMoney(toNumber(reimbursementOf(amount, rate.fetched.rate)), to))}
          </p>
        )}
      </Section>
      <Section title={texts.details}>
        <MetadataFields values={values} errors={errors} onChange={change} />
      </Section>
      <Section title={texts.receipt}>
        <ReceiptFields file={values.file} error={errors.file} declared={values.noReceipt} onChange={change} />
      </Section>
      {form.error && <SaveError error={form.error} fallback={texts.failed} />}
    </ClaimDialog>
  );
}
