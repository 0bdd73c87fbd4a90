import type { Truth } from './truth.js';

/** An invoice of Factur-X, profile BASIC WL, with what a receipt says. */
export function crossIndustryInvoice({ total, date, currency, vat, merchant }: Truth): string {
  const code = currency ?? 'EUR';
  const tax = vat ?? '0.00';
  const net = (Number(total) - Number(tax)).toFixed(2);
  const name = merchant.replace('&', '&amp;');
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"
  xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"
  xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter>
    <ram:ID>urn:factur-x.eu:1p0:basicwl</ram:ID>
  </ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>4711</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>
    <udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>
  </ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>${name}</ram:Name></ram:SellerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>${code}</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${code}">${tax}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${total}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${total}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;
}

/** A PDF with a file attached, by an update that is appended to it. */
export function withAttachment(pdf: Buffer, name: string, content: string): Buffer {
  const text = pdf.toString('latin1');
  const root = Number(/\/Root (\d+) 0 R/.exec(text)?.[1]);
  const size = Number(/\/Size (\d+)/.exec(text)?.[1]);
  const before = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
  const catalog = new RegExp(`(?:^|\\s)${root} 0 obj\\s*<<([\\s\\S]*?)>>\\s*endobj`).exec(text)?.[1] ?? '';
  const bytes = Buffer.from(content, 'utf8').toString('latin1');
  const objects = [
    [root, `<<${catalog}/Names << /EmbeddedFiles << /Names [(${name}) ${size} 0 R] >> >> >>`],
    [size, `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${size + 1} 0 R >> /AFRelationship /Data >>`],
    [size + 1, `<< /Type /EmbeddedFile /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`],
  ] as const;
  let added = '\n';
  const offsets = objects.map(([number, body]) => {
    const offset = text.length + added.length;
    added += `${number} 0 obj\n${body}\nendobj\n`;
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length + added.length;
  added += `xref\n${offsets.join('')}trailer\n<< /Size ${size + 2} /Root ${root} 0 R /Prev ${before} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text + added, 'latin1');
}
