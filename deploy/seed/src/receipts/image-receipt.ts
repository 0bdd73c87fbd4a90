import sharp from 'sharp';
import { CELL, dotMatrixPath } from './dot-matrix.js';
import { includedTax, formatPrice, receiptTotal, type Receipt } from './receipt.js';

const WIDTH = 34;
const DOT = 2;
const MARGIN = 40;

export async function photoReceipt(receipt: Receipt): Promise<Buffer> {
  const { path, width, height } = slip(receipt);
  const tilt = ((Number(receipt.number.replace(/\D/g, '')) % 9) - 4) * 0.6;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 90}" height="${height + 110}">
    <defs><linearGradient id="table" x2="1" y2="1"><stop stop-color="#8d6748"/><stop offset="1" stop-color="#4f3625"/></linearGradient>
    <linearGradient id="paper" y2="1"><stop stop-color="#fffdf6"/><stop offset="1" stop-color="#e9e4d6"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#table)"/>
    <g transform="rotate(${tilt} ${width / 2 + 45} ${height / 2 + 55}) translate(45 55)">
      <rect x="7" y="9" width="${width}" height="${height}" fill="#000" opacity=".3"/>
      <rect width="${width}" height="${height}" fill="url(#paper)"/>
      <path transform="translate(${MARGIN} ${MARGIN}) scale(${DOT})" fill="#33312e" d="${path}"/>
    </g></svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 72 }).toBuffer();
}

export async function screenshotReceipt(receipt: Receipt): Promise<Buffer> {
  const { path, width, height } = slip(receipt);
  const top = 84;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + top}">
    <rect width="100%" height="100%" fill="#fff"/><rect width="100%" height="${top}" fill="#1d6f5c"/>
    <circle cx="${MARGIN + 12}" cy="${top / 2}" r="13" fill="#fff"/>
    <path transform="translate(${MARGIN + 42} ${top / 2 - 10}) scale(3)" fill="#fff" d="${dotMatrixPath(['Trip receipt'])}"/>
    <path transform="translate(${MARGIN} ${top + MARGIN}) scale(${DOT})" fill="#20302c" d="${path}"/></svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colours: 32 }).toBuffer();
}

function slip(receipt: Receipt): { path: string; width: number; height: number } {
  const lines = slipLines(receipt);
  return {
    path: dotMatrixPath(lines),
    width: WIDTH * CELL.width * DOT + 2 * MARGIN,
    height: lines.length * CELL.height * DOT + 2 * MARGIN,
  };
}

export function slipLines(receipt: Receipt): string[] {
  const { merchant, address, number, date, currency, lines, tax } = receipt;
  const rule = '-'.repeat(WIDTH);
  return [
    ...[merchant, ...address].map(centred),
    '',
    ends(`No ${number}`, date),
    rule,
    ...lines.map(({ label, price }) => ends(label, formatPrice(price))),
    rule,
    ends(`TOTAL ${currency}`, formatPrice(receiptTotal(receipt))),
    ...(tax ? [ends(`incl. ${tax.name} ${tax.percent}%`, formatPrice(includedTax(receipt)))] : []),
    '',
    ends('Card payment', 'approved'),
    '',
    centred('Thank you'),
  ];
}

function centred(text: string): string {
  return ' '.repeat(Math.max(0, Math.floor((WIDTH - text.length) / 2))) + text.slice(0, WIDTH);
}

function ends(left: string, right: string): string {
  const room = WIDTH - right.length - 1;
  return left.slice(0, room).padEnd(room + 1) + right;
}
