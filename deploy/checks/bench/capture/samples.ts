import { SeededRandom } from '@outlay/seed';
import { CODES, drawCode } from './codes.js';
import { LANGUAGES, type Language } from './languages.js';
import type { Truth } from './truth.js';

export interface Sample {
  readonly name: string;
  readonly truth: Truth;
  readonly html: string;
  /** Whether it is a strip of thermal paper or a page. */
  readonly isStrip: boolean;
}

const DAY_MS = 86_400_000;

/** Receipts for e-invoices, which state a currency and a VAT in any case; the form asks for VAT in euros only. */
export function makeInvoiceSamples(seed: string, count: number): Sample[] {
  return makeSamples(seed, count).map((sample) => {
    const currency = sample.truth.currency ?? 'EUR';
    return {
      ...sample,
      truth: { ...sample.truth, currency, vat: currency === 'EUR' ? (sample.truth.vat ?? '0.00') : null },
    };
  });
}

/** Strips with a fiscal code, which says something else than their text: the code counts. */
export function makeCodeSamples(seed: string, count: number): Sample[] {
  return makeSamples(seed, count).map((sample, index) => {
    const code = CODES[index % CODES.length];
    if (!code) return sample;
    return {
      ...sample,
      name: `${code.country.toLowerCase().replace(' ', '-')}-${index}`,
      truth: { ...sample.truth, ...code.truth },
      html: sample.html.replace(/<p class="thanks">/, `${drawCode(code)}$&`),
    };
  });
}

/** Receipts in seven languages; the same seed makes the same ones, but for their days, which are of the last months. */
export function makeSamples(seed: string, count: number): Sample[] {
  const languages = Object.entries(LANGUAGES);
  return Array.from({ length: count }, (_, index) => {
    const random = new SeededRandom(`${seed}/${index}`);
    const [code, language] = languages[index % languages.length] ?? [];
    if (!code || !language) throw new Error('No languages');
    return makeSample(`${code}-${index}`, random, language);
  });
}

function makeSample(name: string, random: SeededRandom, language: Language): Sample {
  const merchant = random.pick(language.merchants);
  const day = new Date(Math.floor(Date.now() / DAY_MS - random.int(0, 300)) * DAY_MS);
  const currency = random.pick(language.currencies);
  const isStrip = random.int(0, 9) < 6;
  const items = Array.from({ length: random.int(1, isStrip ? 7 : 4) }, () => ({
    name: random.pick(language.items),
    cents: random.int(isStrip ? 90 : 900, isStrip ? 4_500 : 90_000),
    quantity: random.int(0, 4) === 0 ? 2 : 1,
  }));
  const total = items.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const rate = random.pick(language.rates);
  const tax = Math.round((total * rate) / (100 + rate));
  const money = (cents: number) => language.number(cents);
  const signed = (cents: number) => currency.write(money(cents));
  const hasTax = random.int(0, 9) < 8;
  const hasCard = random.int(0, 9) < 5;
  const isCash = !hasCard && random.int(0, 9) < 4;
  const rows: string[] = [];
  const row = (label: string, value: string, look = '') =>
    rows.push(`<div class="row ${look}"><span>${label}</span><span>${value}</span></div>`);
  for (const item of items) {
    row(`${item.quantity > 1 ? `${item.quantity} x ` : ''}${item.name}`, money(item.cents * item.quantity));
  }
  rows.push('<hr>');
  const taxFirst = hasTax && !isStrip;
  if (taxFirst) {
    row(random.pick(language.net), signed(total - tax));
    row(`${random.pick(language.tax)} ${rate} %`, signed(tax));
  }
  row(random.pick(language.total), signed(total), 'total');
  if (hasTax && isStrip) {
    row(`${random.pick(language.tax)} ${rate}%`, money(tax));
    if (random.int(0, 1) === 0) row(random.pick(language.net), money(total - tax));
  }
  if (hasCard) row(random.pick(language.card), money(total));
  if (isCash) {
    const given = Math.ceil(total / 5_000) * 5_000 + (random.int(0, 1) === 0 ? 0 : 5_000);
    row(random.pick(language.cash), money(given));
    row(random.pick(language.change), money(given - total));
  }
  const time = `${String(random.int(7, 22)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}`;
  const written = random.pick(language.dates)(day);
  const number = random.int(1000, 99_999);
  const head = [
    `<div class="merchant">${merchant}</div>`,
    ...random.pick(language.addresses).map((line) => `<div>${line}</div>`),
    `<div>${language.taxNumber}</div>`,
  ];
  const due = new Date(day.getTime() + 30 * DAY_MS);
  const dated = isStrip
    ? [
        `<div class="row"><span>${random.int(0, 1) === 0 ? `${language.date}: ` : ''}${written} ${time}</span><span>#${number}</span></div>`,
      ]
    : [
        `<h2>${language.title} ${number}</h2>`,
        `<div>${language.date}: ${written}</div>`,
        ...(random.int(0, 2) === 0 ? [`<div>${language.due}: ${random.pick(language.dates)(due)}</div>`] : []),
      ];
  const bySide = !isStrip && random.int(0, 1) === 0;
  const top = bySide
    ? `<div class="sides"><div>${head.join('')}</div><div>${dated.join('')}</div></div>`
    : `${head.join('')}${dated.join('')}`;
  return {
    name,
    isStrip,
    truth: {
      total: decimal(total),
      date: day.toISOString().slice(0, 10),
      currency: currency.code,
      // The form proposes euros, and asks for VAT in them only.
      vat: hasTax && (currency.code ?? 'EUR') === 'EUR' ? decimal(tax) : null,
      merchant,
    },
    html: page(`${top}<hr>${rows.join('')}<p class="thanks">${language.thanks}</p>`, isStrip, random),
  };
}

function page(body: string, isStrip: boolean, random: SeededRandom): string {
  const font = isStrip
    ? "'DejaVu Sans Mono', monospace"
    : random.pick(["'DejaVu Sans', sans-serif", "'DejaVu Serif', serif"]);
  const width = isStrip ? random.int(300, 380) : 700;
  return `<!doctype html><meta charset="utf-8"><style>
    * { box-sizing: border-box; } body { margin: 0; background: #fff; color: #111; }
    #receipt { width: ${width}px; padding: ${isStrip ? 14 : 48}px; font: ${isStrip ? 15 : 16}px/1.45 ${font};
      ${isStrip ? 'letter-spacing: -0.03em;' : ''} background: #fff; }
    .merchant { font-size: ${isStrip ? random.int(17, 23) : random.int(20, 30)}px; font-weight: 700; }
    ${isStrip ? '.merchant, .merchant ~ div:not(.row) { text-align: center; }' : ''}
    .row, .sides { display: flex; justify-content: space-between; gap: 12px; } .row span:last-child { white-space: nowrap; }
    .total { font-weight: 700; font-size: ${isStrip ? random.int(15, 20) : 18}px; } hr { border: 0; border-top: 1px dashed #444; margin: 8px 0; }
    h2 { font-size: 18px; } .thanks { text-align: center; }
  </style><div id="receipt">${body}</div>`;
}

const decimal = (cents: number) => (cents / 100).toFixed(2);
