import { Link } from '@tanstack/react-router';
import * as texts from '#strings/payment-run';
import { formatDate, formatShortDate } from '#expense/format';
import { Badge } from '#ui/badge';
import { buttonClass } from '#ui/button';
import { Table, Td, Th } from '#ui/table';
import { presentTotals } from '#panel/totals';
import { IF_NARROW, IF_WIDE } from './if-wide';
import type { Owed } from './owed';

interface Selection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

export interface OwedTableProps {
  owed: readonly Owed[];
  /** The ids of people whose account is inactive. They are selected one by one only. */
  inactive: ReadonlySet<string>;
  barredOwner: string | null;
  /** Null for who may not pay. */
  selection: Selection | null;
}

const TICK = 'block size-5 accent-accent';
/** A long badge on one line would push the totals off a phone. */
const WRAPS_IF_NARROW =
  '@max-[40rem]:h-auto @max-[40rem]:rounded-lg @max-[40rem]:py-0.5 @max-[40rem]:whitespace-normal';

export function OwedTable({ owed, inactive, barredOwner, selection }: OwedTableProps) {
  const active = owed.filter(({ userId }) => userId !== barredOwner && !inactive.has(userId)).map(({ key }) => key);
  const isAll = active.length > 0 && active.every((key) => selection?.selected.has(key));
  return (
    <Table aria-label={texts.title}>
      <thead>
        <tr>
          {selection && (
            <Th className="w-0">
              <input
                type="checkbox"
                aria-label={texts.everybody}
                className={TICK}
                checked={isAll}
                disabled={active.length === 0}
                onChange={() => selection.onChange(new Set(isAll ? [] : [...selection.selected, ...active]))}
              />
            </Th>
          )}
          <Th>{texts.person}</Th>
          <Th className={`text-right ${IF_WIDE}`}>{texts.count}</Th>
          <Th className={IF_WIDE}>{texts.since}</Th>
          <Th className="text-right">{texts.total}</Th>
        </tr>
      </thead>
      <tbody>
        {owed.map((one) => (
          <tr key={one.key} className="[&>td]:align-middle">
            {selection && (
              <Td>
                <Tick one={one} isOwn={one.userId === barredOwner} {...selection} />
              </Td>
            )}
            <Td className="min-w-32">
              <Person one={one} isOwn={one.userId === barredOwner} isInactive={inactive.has(one.userId)} />
            </Td>
            <Td className={`figures text-right ${IF_WIDE}`}>{one.expenses.length}</Td>
            <Td className={`figures ${IF_WIDE}`}>{formatDate(one.since)}</Td>
            <Td className="figures text-right font-semibold whitespace-nowrap">{presentTotals(one.expenses)}</Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Tick({ one, isOwn, selected, onChange }: Selection & { one: Owed; isOwn: boolean }) {
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(one.key)) next.add(one.key);
    onChange(next);
  };
  return (
    <input
      type="checkbox"
      aria-label={texts.select(one.userName)}
      className={TICK}
      checked={selected.has(one.key) && !isOwn}
      disabled={isOwn}
      onChange={toggle}
    />
  );
}

function Person({ one, isOwn, isInactive }: { one: Owed; isOwn: boolean; isInactive: boolean }) {
  const { userName, userEmail, expenses, since, changed } = one;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to="/admin"
        search={{ user: userEmail, status: 'approved' }}
        className={`${buttonClass({ variant: 'link' })} wrap-anywhere`}
      >
        {userName}
      </Link>
      <span className={`text-muted wrap-anywhere ${IF_WIDE}`}>{userEmail}</span>
      <span className={`text-muted ${IF_NARROW}`}>
        {texts.counted(expenses.length)}, {formatShortDate(since)}
      </span>
      {isOwn && <Badge className={WRAPS_IF_NARROW}>{texts.own}</Badge>}
      {isInactive && <Badge tone="orange">{texts.inactive}</Badge>}
      {changed > 0 && (
        <Badge tone="orange" title={texts.changedHint}>
          {texts.changed(changed)}
        </Badge>
      )}
    </div>
  );
}
