import type { Truth } from './truth.js';

interface FiscalCode {
  readonly country: string;
  /** Modules of a side. */
  readonly size: number;
  /** A bit for each module, row by row, the lowest first; set for dark. */
  readonly bits: string;
  readonly truth: Omit<Truth, 'merchant'> & Partial<Pick<Truth, 'merchant'>>;
}

/** QR codes in the formats of five countries, drawn once. */
export const CODES: readonly FiscalCode[] = [
  {
    country: 'Portugal',
    size: 37,
    bits: 'f3ez1j/oKHgIdjWIJN2uxbqj2wVWSnSDslCA4F9VVfUHkGjVAHPoOoU+tSoJnAjlM/9Yi2Wyl01/weF+f4BUxyoSQLFfKYWkofry6fYaBEd6+nID7XfwCgpWaSytN2vwWzvHujtpNGCB5x21Ni8kZOpksbQTkrjscOGvxVjKVObEvBzLyp8Ayq8p/p9BhVcOin70eF1tyvKjC0IviXXxxVexoNWUz/wXG+1eAQ==',
    truth: { total: '26.29', date: '2026-07-31', currency: 'EUR', vat: '4.92' },
  },
  {
    country: 'Germany',
    size: 65,
    bits: 'fw9ExRpRo/yDyihbvK1bCnZdQy89DN/V7TqRn7zgjqbbZXFKf8fTUjeoJPuNVWiJ4F9VVVVVVVV/APQROda1lwBzNKX0f0VF6T9pd5J1uYzSzP8hL5LJ56x+SQzHh/N89yAEopci5dsUZKeUVD76jQUy3Ir8gII/LGbQq62Zl3BRQXkbWCHKeLqTfGuqmq+Mofc4gzZAnLXRWTaQ9LmllxCB1KynlhO7ST6p5Lygvt+27ZqauxOEGQz1GwYeLvrYMYXGQuakJMdZywErWreaIPnPlcBt8z1gHuWHukGCVrqIZLCm3g/7Ju3bTokDhSMvEFoak/zaGvule+dfieJhOYrkhahRDz5wFflSNTVeRbmYIURjyQ+qY5880P3fNU0CPahWlbhETWH1thIaMTP05Eqe9l0o1dWAhXgPU8/DypxPiuF/gVZ2pV5C/csrOwS0Qn/1q+cdGcBvmBnTEEaRBdvBwFotPxzF9xTF076Ctf+YJVIwCt02I+WrI7KYzYUMrXnZLM3W1tKPDvs98X4Yg9Qd0bAZVdFpNdqjpECa1JV74XpEfgEEN6KWsr9HyuDVuuFJm7bNADvymASLkXzChDEcv89KUqVW4SX+R0fL/wCypIJ4Iavj/6kqbRXk79QOqgzWosJZiN3VSl1/5dP+pwtH60CpwRFNl8GCDpQWDOOg1WGICb1FwX9r0SAS+Xf7AA==',
    truth: { total: '83.32', date: '2026-07-10', currency: 'EUR', vat: null },
  },
  {
    country: 'Austria',
    size: 53,
    bits: 'fwRnun/EP6j0mWLjCXaJhabUIt2u6qjq6arbpR3zYWx0gwJHIreL4F9VVVVV9QegzYmDlADfAaIffqwqoZV3a7BqyRtBEOv+lxRzPQVzPACHP0kFTR95jEA7n9YSvHxX1VGqqFVyjwPNmlb4THg2VptB4LRhMLbLwz9h63y7iJSRDFuB0E9PRu1MhkybwdwE3NS5hgzCRgnmLUnUM4YN8gmiH83wv+OUM5KxonI1SVWaWC2KZ94Y44sNPwr37xDfBKVIAOnQkVgZseNwgVih/suDhdfA6MwL3GriY+G0a4XnwGU/Kks9mcqgcDZScTl0TJMpDQlVnMJJel+/nOZopwKpXxXNZMhcDdQcor/hbJSjlrP2GNvsO0E4TIUWg1a8DWt7hXxK/P0inwGy4yKFKvJfNHHlRlQIovuPw9YoXY9MH2bysevthOweunW9PgBaG6+gj7CH+wn211moRStVAA==',
    truth: { total: '24.00', date: '2026-06-28', currency: 'EUR', vat: null },
  },
  {
    country: 'Saudi Arabia',
    size: 37,
    bits: 'fznNzD/IZEsIdtG0et0uGASk26W4RnWD6CaJ4F9VVfUHaO2yAFtuu1fwI86MvFYpwqPT1awNHkfHgwjkQcVXMQP9rpPGbn1gCjrgkPpJWtOLWpS7ua4vxwdSLCVR1hbRX0a3Wcwj8aqsD3T0PIR7/Lspy/2C6IZqH81reOZGAGzEH78Jbf8BkuQo9h8qutQNAg/SiF19Qf65q9DArHQxiqbOoGWtUv/3uABvAQ==',
    truth: { total: '115.00', date: '2026-08-25', currency: 'SAR', vat: null, merchant: 'Al Bait Restaurant' },
  },
  {
    country: 'Spain',
    size: 41,
    bits: 'fxbi0P2DuuGUCnbpTxvT7UpyfKHbBeO6Sjeo3yqI4F9VVVV/AIx6DgDf0Vg/qlY1feN7d9MJ8TFqkG1dzIUfwNIb9sCWIoEj/ohbVoYciVuGTvW0RKoqVjnsJTvcO2axLThY3NPqhVch0JauIvR22mfbr6rFAEKFXKRH/dtAP4plSXUlP2LrjfWkcTmt1kxEhYS4BaZjwjKxe5VY2FuZkLgfJt9x94S3nwE6XKei/QVqNVcLIv4NjtzVQfb1rWuMZBd4VxaJl72g9h2CRX9dxqdOAA==',
    truth: { total: '241.40', date: '2026-09-01', currency: 'EUR', vat: null },
  },
];

/** The code as SVG, with the quiet zone that it needs. */
export function drawCode({ size, bits }: FiscalCode): string {
  const bytes = Buffer.from(bits, 'base64');
  const dark = Array.from({ length: size * size }, (_, at) => at).filter(
    (at) => ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1,
  );
  const path = dark.map((at) => `M${at % size} ${Math.floor(at / size)}h1v1h-1z`).join('');
  return `<svg viewBox="-4 -4 ${size + 8} ${size + 8}" style="display:block;width:55%;margin:auto"><path d="${path}"/></svg>`;
}
