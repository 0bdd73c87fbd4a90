export function pdf(note = 'receipt', name = 'receipt.pdf'): File {
  const text = `%PDF-1.7\n% ${note}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`;
  return new File([text], name, { type: 'application/pdf' });
}

export function pdfOfSize(size: number): File {
  const start = `%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n`;
  return new File([start, new Uint8Array(size - start.length).fill(0x20)], 'large.pdf', { type: 'application/pdf' });
}

export function fileOf(bytes: Buffer, name: string, type: string): File {
  return new File([new Uint8Array(bytes)], name, { type });
}
