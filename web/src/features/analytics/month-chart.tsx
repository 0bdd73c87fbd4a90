import { Link } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { cn } from '#lib/cn';
import { useMediaQuery } from '#lib/use-media-query';
import { formatMoney } from '#expense/format';
import * as language from '#strings/language';
import * as texts from '#strings/analytics';
import type { BarRow } from './bar-table';

const HEIGHT = 208;
/** The room of the figures beside the chart; that of the links follows it. */
const AXIS = 56;
/** The width of a chart on paper, in pixels: that of `print:w-` below. */
const PRINTED = 640;

interface Colours {
  readonly bar: string;
  readonly line: string;
  readonly text: string;
}

/** The columns are painted; over each that is wide enough to be pressed lies a link to its claims, as in the table. */
export default function MonthChart({ rows }: { rows: readonly BarRow[] }) {
  const [pointed, setPointed] = useState<BarRow | null>(null);
  const paint = useCallback(
    (place: HTMLElement | null) => {
      if (place)
        return painted(
          place,
          rows.map(({ total = 0 }) => total),
        );
    },
    [rows],
  );
  const areNarrow = useMediaQuery(`(width < ${rows.length > 12 ? 80 : 48}rem)`);
  const everyNth = Math.ceil(rows.length / 12);
  const shown = pointed ?? rows.at(-1);
  return (
    <div className="px-4 pb-3">
      <p className="figures flex flex-wrap gap-x-3 pb-1 text-sm">
        <strong className="font-semibold">{formatMoney(shown?.total, shown?.currency)}</strong>
        <span className="text-muted">
          {shown?.label}, {texts.claims(shown?.count ?? 0)}
        </span>
      </p>
      <div className="relative print:w-[640px]" onPointerLeave={() => setPointed(null)}>
        <div ref={paint} aria-hidden className="overflow-hidden" />
        <ol
          className="absolute top-0 right-0 bottom-1.5 grid auto-cols-fr grid-flow-col"
          style={{ left: AXIS }}
          aria-label={texts.byMonth}
        >
          {rows.map((row) => {
            const column = {
              className: cn('block h-full rounded-sm', pointed === row && 'bg-accent/10'),
              'aria-label': `${row.label}: ${formatMoney(row.total, row.currency)}, ${texts.claims(row.count)}`,
              onPointerEnter: () => setPointed(row),
              onFocus: () => setPointed(row),
              onBlur: () => setPointed(null),
            };
            return (
              <li key={row.key}>
                {row.search && !areNarrow ? (
                  <Link to="/admin" search={row.search} {...column} />
                ) : (
                  <span role="img" tabIndex={0} {...column} />
                )}
              </li>
            );
          })}
        </ol>
      </div>
      <div
        aria-hidden
        className="grid auto-cols-fr grid-flow-col pt-1 print:w-[640px] text-center text-[0.6875rem] leading-4 text-muted"
        style={{ paddingLeft: AXIS }}
      >
        {rows.map(({ key }, index) => (
          <span key={key} className="min-w-0 overflow-visible whitespace-nowrap max-sm:[&:nth-child(even)]:invisible">
            {index % everyNth === 0 ? shortMonth(key) : ''}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Keeps the chart as wide as its place and in the colours of the theme, and paints it for paper. */
function painted(place: HTMLElement, values: readonly number[]): () => void {
  let colours = coloursOf();
  const chart = new uPlot(
    {
      width: place.clientWidth || PRINTED,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      padding: [8, 0, 6, 0],
      scales: {
        x: { time: false, range: () => [-0.5, values.length - 0.5] },
        y: { range: (_, __, most) => [0, most > 0 ? most * 1.05 : 1] },
      },
      axes: [
        { show: false },
        {
          size: AXIS,
          gap: 8,
          font: '11px system-ui, sans-serif',
          stroke: () => colours.text,
          grid: { stroke: () => colours.line, width: 1 },
          ticks: { show: false },
          values: (_, ticks) => ticks.map((tick) => compact.format(tick)),
        },
      ],
      series: [
        {},
        {
          fill: () => colours.bar,
          width: 0,
          points: { show: false },
          paths: uPlot.paths.bars?.({ size: [0.62, 56], radius: 0.08 }),
        },
      ],
    },
    [values.map((_, index) => index), [...values]],
    place,
  );
  const redraw = () => {
    colours = coloursOf();
    chart.redraw(false);
  };
  const fit = (width: number) => chart.setSize({ width, height: HEIGHT });
  const sizes = new ResizeObserver(() => place.clientWidth > 0 && fit(place.clientWidth));
  sizes.observe(place);
  const themes = new MutationObserver(redraw);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const onPaper = () => {
    colours = coloursOnPaper();
    fit(PRINTED);
  };
  const onScreen = () => {
    redraw();
    fit(place.clientWidth);
  };
  window.addEventListener('beforeprint', onPaper);
  window.addEventListener('afterprint', onScreen);
  return () => {
    window.removeEventListener('beforeprint', onPaper);
    window.removeEventListener('afterprint', onScreen);
    themes.disconnect();
    sizes.disconnect();
    chart.destroy();
  };
}

const compact = new Intl.NumberFormat(language.figures, { notation: 'compact', maximumFractionDigits: 1 });
const month = new Intl.DateTimeFormat(language.days, { month: 'short', timeZone: 'UTC' });

function shortMonth(key: string): string {
  const name = month.format(new Date(`${key}-01T00:00:00Z`));
  return key.endsWith('-01') ? `${name} ${key.slice(2, 4)}` : name;
}

function coloursOf(): Colours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name);
  return { bar: colour('--accent'), line: colour('--line'), text: colour('--muted') };
}

/** Paper is always light: the theme is another one only while its colours are read. */
function coloursOnPaper(): Colours {
  const { dataset } = document.documentElement;
  const { theme } = dataset;
  dataset.theme = 'light';
  const colours = coloursOf();
  if (theme === undefined) delete dataset.theme;
  else dataset.theme = theme;
  return colours;
}
