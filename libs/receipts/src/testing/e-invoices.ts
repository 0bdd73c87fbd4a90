/** The fields of an invoice that is written in each syntax. */
export interface Invoice {
  readonly number: string;
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly type: string;
  readonly seller: string;
  readonly currency: string;
  readonly net: string;
  readonly vat: string;
  readonly total: string;
  readonly due: string;
  /** The VAT in the currency of the seller's accounts. */
  readonly accountingVat?: { readonly currency: string; readonly amount: string };
}

export const INVOICE: Invoice = {
  number: 'R-2026-0815',
  date: '2026-10-05',
  type: '380',
  seller: 'Gasthof Krone GmbH',
  currency: 'EUR',
  net: '22.09',
  vat: '4.20',
  total: '26.29',
  due: '26.29',
};

const FACTUR_X = 'urn:factur-x.eu:1p0:';
const ZUGFERD_1 = 'urn:ferd:CrossIndustryDocument:invoice:1p0:';
const XRECHNUNG = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const CII = 'urn:un:unece:uncefact:data:standard:';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** Writes an invoice as a file of one profile. */
export type Writer = (invoice: Invoice) => string;

export const PROFILES: Readonly<Record<string, Writer>> = {
  'Factur-X MINIMUM': cii(`${FACTUR_X}minimum`, { hasLines: false, hasTax: false }),
  'Factur-X BASIC WL': cii(`${FACTUR_X}basicwl`, { hasLines: false, hasTax: true }),
  'Factur-X BASIC': cii(`urn:cen.eu:en16931:2017#compliant#${FACTUR_X}basic`, { hasLines: true, hasTax: true }),
  'Factur-X EN 16931': cii('urn:cen.eu:en16931:2017', { hasLines: true, hasTax: true }),
  'Factur-X EXTENDED': cii(`urn:cen.eu:en16931:2017#conformant#${FACTUR_X}extended`, { hasLines: true, hasTax: true }),
  'XRechnung CII': cii(XRECHNUNG, { hasLines: true, hasTax: true }),
  'ZUGFeRD 1 BASIC': zugferd1(`${ZUGFERD_1}basic`),
  'ZUGFeRD 1 COMFORT': zugferd1(`${ZUGFERD_1}comfort`),
  'ZUGFeRD 1 EXTENDED': zugferd1(`${ZUGFERD_1}extended`),
  'XRechnung UBL': ubl('Invoice', XRECHNUNG),
  'Peppol UBL': ubl('Invoice', 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'),
};

export const creditNoteUbl: Writer = ubl('CreditNote', XRECHNUNG);

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
const withoutDashes = (date: string) => date.replaceAll('-', '');

function cii(profile: string, { hasLines, hasTax }: { hasLines: boolean; hasTax: boolean }): Writer {
  return (invoice) => `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="${CII}CrossIndustryInvoice:100" xmlns:ram="${CII}ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${CII}UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${profile}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument><ram:ID>${invoice.number}</ram:ID><ram:TypeCode>${invoice.type}</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">${withoutDashes(invoice.date)}</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>${hasLines ? tradeLine(invoice) : ''}
    <ram:ApplicableHeaderTradeAgreement>
      <ram:SellerTradeParty><ram:Name>${escaped(invoice.seller)}</ram:Name></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Outlay Ltd</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>${invoice.currency}</ram:InvoiceCurrencyCode>${hasTax ? tradeTax(invoice) : ''}
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:TaxBasisTotalAmount>${invoice.net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${invoice.currency}">${invoice.vat}</ram:TaxTotalAmount>${
          invoice.accountingVat
            ? `<ram:TaxTotalAmount currencyID="${invoice.accountingVat.currency}">${invoice.accountingVat.amount}</ram:TaxTotalAmount>`
            : ''
        }
        <ram:GrandTotalAmount>${invoice.total}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${invoice.due}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
}

/** A line has a total and a tax of its own, which are not those of the invoice. */
function tradeLine({ net }: Invoice): string {
  return `
    <ram:IncludedSupplyChainTradeLineItem><ram:SpecifiedTradeProduct><ram:Name>Dinner</ram:Name></ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeSettlement><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${net}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`;
}

function tradeTax({ net, vat }: Invoice): string {
  return `
      <ram:ApplicableTradeTax><ram:CalculatedAmount>${vat}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode><ram:BasisAmount>${net}</ram:BasisAmount></ram:ApplicableTradeTax>`;
}

function zugferd1(profile: string): Writer {
  return (invoice) => {
    const amount = (name: string, value: string) =>
      `<ram:${name} currencyID="${invoice.currency}">${value}</ram:${name}>`;
    return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0" xmlns:ram="${CII}ReusableAggregateBusinessInformationEntity:12" xmlns:udt="${CII}UnqualifiedDataType:15">
  <rsm:SpecifiedExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${profile}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:SpecifiedExchangedDocumentContext>
  <rsm:HeaderExchangedDocument><ram:ID>${invoice.number}</ram:ID><ram:Name>RECHNUNG</ram:Name><ram:TypeCode>${invoice.type}</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">${withoutDashes(invoice.date)}</udt:DateTimeString></ram:IssueDateTime></rsm:HeaderExchangedDocument>
  <rsm:SpecifiedSupplyChainTradeTransaction>
    <ram:ApplicableSupplyChainTradeAgreement>
      <ram:SellerTradeParty><ram:Name>${escaped(invoice.seller)}</ram:Name></ram:SellerTradeParty>
      <ram:BuyerTradeParty><ram:Name>Outlay Ltd</ram:Name></ram:BuyerTradeParty>
    </ram:ApplicableSupplyChainTradeAgreement>
    <ram:ApplicableSupplyChainTradeSettlement>
      <ram:InvoiceCurrencyCode>${invoice.currency}</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementMonetarySummation>
        ${amount('LineTotalAmount', invoice.net)}
        ${amount('TaxBasisTotalAmount', invoice.net)}
        ${amount('TaxTotalAmount', invoice.vat)}
        ${amount('GrandTotalAmount', invoice.total)}
        ${amount('DuePayableAmount', invoice.due)}
      </ram:SpecifiedTradeSettlementMonetarySummation>
    </ram:ApplicableSupplyChainTradeSettlement>
  </rsm:SpecifiedSupplyChainTradeTransaction>
</rsm:CrossIndustryDocument>
`;
  };
}

function ubl(root: 'Invoice' | 'CreditNote', profile: string): Writer {
  return (invoice) => {
    const amount = (name: string, value: string, currency = invoice.currency) =>
      `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;
    const { accountingVat } = invoice;
    return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="${UBL}${root}-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">
  <cbc:CustomizationID>${profile}</cbc:CustomizationID>
  <cbc:ID>${invoice.number}</cbc:ID>
  <cbc:IssueDate>${invoice.date}</cbc:IssueDate>
  <cbc:${root}TypeCode>${root === 'CreditNote' ? '381' : invoice.type}</cbc:${root}TypeCode>
  <cbc:DocumentCurrencyCode>${invoice.currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>
    <cac:PartyName><cbc:Name>Krone</cbc:Name></cac:PartyName>
    <cac:PartyLegalEntity><cbc:RegistrationName>${escaped(invoice.seller)}</cbc:RegistrationName></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Outlay Ltd</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
  <cac:TaxTotal>${amount('TaxAmount', invoice.vat)}
    <cac:TaxSubtotal>${amount('TaxableAmount', invoice.net)}${amount('TaxAmount', invoice.vat)}</cac:TaxSubtotal></cac:TaxTotal>
  ${accountingVat ? `<cac:TaxTotal>${amount('TaxAmount', accountingVat.amount, accountingVat.currency)}</cac:TaxTotal>` : ''}
  <cac:LegalMonetaryTotal>
    ${amount('LineExtensionAmount', invoice.net)}
    ${amount('TaxExclusiveAmount', invoice.net)}
    ${amount('TaxInclusiveAmount', invoice.total)}
    ${amount('PayableAmount', invoice.due)}
  </cac:LegalMonetaryTotal>
  <cac:${root}Line><cbc:ID>1</cbc:ID>${amount('LineExtensionAmount', invoice.net)}</cac:${root}Line>
</${root}>
`;
  };
}
