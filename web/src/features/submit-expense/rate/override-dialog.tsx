import {
  OVERRIDE_TOLERANCE_PERCENT,
  isBlank,
  isOverrideAllowed,
  isPaidAllowed,
  overrideMessages,
  reimbursementOf,
  roundHalfUp,
  toNumber,
  type Decimal,
  type ReimbursementCurrency,
} from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/override';
import * as ui from '#strings/ui';
import { AmountField } from '#expense/amount-field';
import { formatMoney, formatRate } from '#expense/format';
import { Button } from '#ui/button';
import { Textarea } from '#ui/controls';
import { Dialog } from '#ui/dialog';
import { Field } from '#ui/field';
import { byRate, byReceived, enterableRange, judge, openedDraft } from './override-draft';
import type { Override } from './use-override';
import { ToleranceGauge } from './tolerance-gauge';

export interface OverrideDialogProps {
  fetched: Decimal;
  amount: Decimal;
  currency: string;
  to: ReimbursementCurrency;
  override: Override | null;
  onApply: (override: Override) => void;
  onClose: () => void;
}

export default function OverrideDialog(props: OverrideDialogProps) {
  const { fetched, amount, currency, to, override, onApply, onClose } = props;
  const conversion = { fetched, amount };
  const [draft, setDraft] = useState(() => openedDraft(conversion, override?.rate ?? null));
  const [reason, setReason] = useState(override?.reason ?? '');
  const [reasonLeft, setReasonLeft] = useState(false);
  const { rates, amounts } = enterableRange(conversion);
  const { rate, deviation, isAllowed } = judge(conversion, draft);
  const isTyped = draft.rate !== '' || draft.received !== '';
  const invalid = isTyped && !isAllowed ? overrideMessages.outOfRange : null;
  const current = override?.rate ?? fetched;
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={texts.overrideTitle}
      description={texts.allowed(
        OVERRIDE_TOLERANCE_PERCENT,
        [strip(rates[0]), strip(rates[1])],
        [money(amounts[0]), money(amounts[1])],
        to,
      )}
      width="md"
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            variant="primary"
            disabled={!isAllowed || isBlank(reason)}
            onClick={() => rate && onApply({ rate, reason: reason.trim() })}
          >
            {texts.apply}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-2 gap-4 rounded-lg bg-sunken p-4 text-sm sm:grid-cols-4">
        <Fact name={texts.originalAmount} value={`${money(amount)} ${currency}`} />
        <Fact name={texts.fetchedRate} value={sixDecimals(fetched)} />
        <Fact name={texts.currentRate} value={sixDecimals(current)} />
        <Fact name={texts.expected} value={`${money(reimbursementOf(amount, fetched))} ${to}`} />
      </dl>
      <p className="mt-4 text-sm text-muted">{texts.methods}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <AmountField
          label={texts.received(to)}
          value={draft.received}
          isMeant={(received) => isPaidAllowed(fetched, amount, received)}
          onChange={(received) => setDraft(byReceived(conversion, received))}
        />
        <AmountField
          label={texts.rate(currency, to)}
          error={invalid}
          value={draft.rate}
          isMeant={(rate) => isOverrideAllowed(fetched, rate)}
          format={(rate) => rate}
          onChange={(rate) => setDraft(byRate(amount, rate))}
        />
      </div>
      <ToleranceGauge deviation={deviation} isAllowed={isAllowed} />
      {rate && (
        <p className="mt-3 text-sm">
          {texts.conversion(money(amount), currency, formatRate(rate, amount))}{' '}
          <span className="figures font-semibold">
            {money(reimbursementOf(amount, rate))} {to}
          </span>
        </p>
      )}
      <Field
        label={texts.reason}
        className="mt-4"
        hint={texts.reasonHint}
        error={reasonLeft && isBlank(reason) ? overrideMessages.reasonRequired : null}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={2}
            maxLength={500}
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onBlur={() => setReasonLeft(true)}
          />
        )}
      </Field>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="figures mt-0.5 font-medium">{value}</dd>
    </div>
  );
}

const money = (amount: Decimal) => formatMoney(toNumber(amount));
const sixDecimals = (rate: Decimal) => roundHalfUp(rate, 6);
const strip = (rate: Decimal) => String(toNumber(sixDecimals(rate)));
