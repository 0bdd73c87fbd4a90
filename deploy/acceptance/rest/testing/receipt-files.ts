import { minimalPdf } from '@outlay/testing';

export function pdf(note = 'receipt', name = 'receipt.pdf'): File {
  return fileOf(minimalPdf(note), name, 'application/pdf');
}

export function pdfOfSize(size: number): File {
  return fileOf(minimalPdf('large', size), 'large.pdf', 'application/pdf');
}

export function fileOf(bytes: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
