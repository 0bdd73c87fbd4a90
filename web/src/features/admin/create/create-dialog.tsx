import { parseAmount, reimbursementOf, toNumber } from '@outlay/rules';
import { useId } from 'react';
import * as texts from '#strings/admin-create';
import { tag } from '#strings/language';
import { cancel } from '#strings/ui';
import { currencyOf } from '../../../expense/claim-values';
import { formatMoney } from '../../../expense/format';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { ClaimRate } from '../claim/claim-rate';
import { MetadataFields } from '../claim/metadata-fields';
import { OriginalFields } from '../claim/original-fields';
import { SaveError } from '../claim/save-error';
import { Section } from '../claim/section';
import { ReceiptFields } from './receipt-fields';
import { useCreateForm } from './use-create-form';
import { UserField } from './user-field';

const FORM = 'create-expense';
const list = new Intl.ListFormat(tag, { type: 'conjunction' });

/** A claim for somebody else. */
export default function CreateDialog({ onClose }: { onClose: () => void }) {
  const form = useCreateForm(onClose);
  const { values, errors, change, to, rate, missing } = form;
  const hint = useId();
  const amount = parseAmount(values.amount);
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      width="md"
      title={texts.title}
      description={texts.subtitle}
      footer={
        <>
          <p
            id={hint}
            aria-live="polite"
            className="w-full self-center text-sm text-muted sm:mr-auto sm:w-auto sm:flex-1"
          >
            {missing.length > 0 && texts.missing(list.format(missing))}
          </p>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            disabled={missing.length > 0}
            busy={form.isSending}
            aria-describedby={hint}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      <form
        id={FORM}
        noValidate
        onBlur={form.onBlur}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
        className="space-y-6"
      >
        <UserField value={values.userId} onChange={(userId) => change({ userId })} />
        <Section title={texts.original}>
          <OriginalFields values={values} errors={errors} today={form.today} onChange={change} />
          <ClaimRate rate={rate} currency={currencyOf(values)} to={to} waiting={texts.rateWaits} />
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
      </form>
    </Dialog>
  );
}
