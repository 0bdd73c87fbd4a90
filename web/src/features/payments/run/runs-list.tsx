import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import * as texts from '#strings/payment-run';
import { formatInstant, formatMoney } from '#expense/format';
import { Badge } from '#ui/badge';
import { buttonClass } from '#ui/button';
import { Table, Td, Th } from '#ui/table';
import { Unavailable } from '#panel/unavailable';
import { runsQuery } from './runs';

/** The runs, newest first; nothing while there are none. */
export function RunsList() {
  const runs = useQuery(runsQuery);
  if (runs.isError && !runs.data) return <Unavailable query={runs} />;
  if (!runs.data || runs.data.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold">{texts.runs}</h2>
      <Table aria-label={texts.runs}>
        <thead>
          <tr>
            <Th>{texts.run}</Th>
            <Th>{texts.started}</Th>
            <Th>{texts.state}</Th>
            <Th className="text-right">{texts.total}</Th>
          </tr>
        </thead>
        <tbody>
          {runs.data.map(({ id, reference, started_at, started_by, counts, totals }) => (
            <tr key={id}>
              <Td>
                <Link
                  to="/admin"
                  search={{ tab: 'payments', run: id }}
                  className={`${buttonClass({ variant: 'link' })} figures whitespace-nowrap`}
                >
                  {reference}
                </Link>
              </Td>
              <Td>
                <span className="block whitespace-nowrap">{formatInstant(started_at)}</span>
                <span className="block text-muted wrap-anywhere">{started_by.email}</span>
              </Td>
              <Td>
                <span className="flex flex-wrap gap-1">
                  {counts.open > 0 && <Badge>{texts.counting.open(counts.open)}</Badge>}
                  {counts.paid > 0 && <Badge tone="green">{texts.counting.paid(counts.paid)}</Badge>}
                  {counts.in_part > 0 && <Badge tone="orange">{texts.counting.inPart(counts.in_part)}</Badge>}
                  {counts.refused > 0 && <Badge tone="red">{texts.counting.refused(counts.refused)}</Badge>}
                </span>
              </Td>
              <Td className="figures text-right font-semibold whitespace-nowrap">
                {totals.map(({ currency, paid_total }) => (
                  <span key={currency} className="block">
                    {formatMoney(paid_total, currency)}
                  </span>
                ))}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
