/** A text for the comparison with labels: lower case, no accents, one space between words. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d%€$£]+/gu, ' ')
    .trim();
}

/** The phrases as whole words of a plain text. */
export const anyOf = (phrases: string) => new RegExp(`(?<![\\p{L}])(?:${phrases})(?![\\p{L}])`, 'u');

/** Labels in English, French, German, Spanish, Italian, Portuguese and Dutch, as `plainText` writes them. */
const SUBTOTAL = anyOf(
  'sub ?totals?|sous total|zwischensumme|subtotale|tussentotaal|subtotaal|total parcial|' +
    'total (?:before|excl|excluding|ht|hors|h t|sin|sem|net|netto|without)|totale? (?:imponibile|netto|merce)|' +
    'totaal (?:excl|exclusief|netto)|gesamt netto|gesamtbetrag netto|summe netto|netto ?(?:summe|betrag|total)|net(?:to)? total|montant ht|base imponible',
);
const NOT_TOTAL = anyOf(
  'items?|articles?|artikel|articulos|articoli|artigos|qty|quantity|quantite|anzahl|discounts?|rabatte?|remises?|' +
    'descuentos?|sconti|sconto|descontos?|korting|savings?|saved|points?|punkte|' +
    'change|rendu|monnaie|ruckgeld|wechselgeld|cambio|resto|troco|wisselgeld|terug|due date',
);
const GRAND = anyOf(
  'grand total|total due|amount due|balance due|total payable|total to pay|to pay|total ttc|total t t c|montant ttc|net a payer|' +
    'montant a payer|total a payer|a payer|montant total|gesamtbetrag|gesamtsumme|zu zahlen|zahlbetrag|rechnungsbetrag|' +
    'endbetrag|endsumme|total a pagar|importe total|importe a pagar|totale complessivo|totale da pagare|totale fattura|' +
    'totale documento|totale euro|da pagare|valor total|a pagar|total geral|te betalen|totaalbedrag|eindtotaal|' +
    'totaal incl|totaal inclusief|total incl|total including|total factura|total com iva|total con iva|total general|invoice total',
);
const TOTAL = anyOf('totals?|totale|totaal|summe|gesamt|bruttobetrag|brutto|total amount');
const PAID = anyOf(
  'amount paid|paid|card|visa|mastercard|maestro|amex|debit|credit|cb|carte(?: bancaire)?|regle|karte|kartenzahlung|' +
    'girocard|ec karte|bezahlt|gegeben|tarjeta|pagado|carta(?: di credito)?|bancomat|importo pagato|cartao|multibanco|' +
    'pago|pin|pinpas|betaald|cash|especes|bar|efectivo|contanti|dinheiro|numerario|contant|m pesa|mpesa',
);
const VAT = anyOf(
  'vat|tva|t v a|mwst|mehrwertsteuer|ust|umsatzsteuer|steuer|i?v a|iva|btw|taxe?s?|gst|imposta|imposto|impuesto|i v a',
);
const VAT_NUMBER = anyOf(
  'vat (?:no|nr|number|reg|id)|tax (?:id|no|number|invoice|office)|numero (?:de )?tva|n tva|tva intra\\p{L}*|ust id(?: nr)?|' +
    'ust idnr|ustid(?:nr)?|steuer ?(?:nr|nummer)|p iva|partita iva|btw (?:nr|nummer)|nif|cif|siret|nipc|contribuinte',
);
const NET = anyOf(
  'net|netto|ht|h t|hors taxe|base|imponibile|excl|subtotal|sub total|sous total|zwischensumme|subtotaal',
);

export type LabelKind = 'grand' | 'total' | 'subtotal' | 'paid' | 'vat' | 'net' | 'none';

/** The label of an amount in a line, whose text is plain. */
export function labelOf(plain: string): LabelKind {
  if (VAT_NUMBER.test(plain)) return 'none';
  if (SUBTOTAL.test(plain)) return 'subtotal';
  const isVat = VAT.test(plain);
  // "TVA incluse", "inkl. MwSt" and "con IVA" at a total name the total with tax.
  const isWithTax = /(?<!\p{L})(?:incl\p{L}*|inkl\p{L}*|ttc|con|com|including|inc)(?!\p{L})/u.test(plain);
  if (GRAND.test(plain) && !NOT_TOTAL.test(plain) && (!isVat || isWithTax)) return 'grand';
  if (isVat && !(TOTAL.test(plain) && isWithTax)) return 'vat';
  if (TOTAL.test(plain) && !NOT_TOTAL.test(plain)) return 'total';
  if (NOT_TOTAL.test(plain)) return 'none';
  if (PAID.test(plain)) return 'paid';
  if (NET.test(plain)) return 'net';
  return 'none';
}

const DATE = anyOf('date|datum|fecha|data|rechnungsdatum|date de facture|invoice date|issued|emission|le|belegdatum');
const OTHER_DATE = anyOf(
  'due|echeance|fallig|zahlbar|vencimiento|scadenza|vencimento|vervaldatum|valid|gultig|until|bis|arrivals?|departures?|' +
    'arrivee|depart|anreise|abreise|llegada|salida|check ?in|check ?out|arrivo|partenza|chegada|partida|aankomst|vertrek|' +
    'birth|from|to|von|sejour|estancia|soggiorno|estadia|verblijf|stay|exp|best before|return|retour|liefer\\p{L}*',
);

/** Whether a line names its date as that of the receipt, as another one, or not at all. */
export function dateLabelOf(plain: string): 'receipt' | 'other' | null {
  if (OTHER_DATE.test(plain)) return 'other';
  return DATE.test(plain) ? 'receipt' : null;
}

/** Titles and greetings, which are no name of a merchant. */
const GENERIC =
  /^(?:tax |simplified |vat |pro ?forma )?(?:invoices?|receipts?|facture|ticket|recu|rechnung|quittung|beleg|kassenbon|bon|factura|recibo|fattura|ricevuta|scontrino|fatura|factuur|kassabon|bonnetje|welcome|bienvenue|willkommen|bienvenidos?|benvenuti|bem vindos?|welkom|thank you|merci|danke|vielen dank|gracias|grazie|obrigado|bedankt|customer copy|merchant copy|copie client|copy|original|duplicata?|page|seite|pagina|sale|bill|order|table|tisch|mesa|tavolo|tafel|documento commerciale|factura simplificada|kundenbeleg|date|datum|fecha|data|tel|telephone|phone|www|http|bill to|invoice to|customer|client|kunde)(?![\p{L}])/u;

export function isGeneric(plain: string): boolean {
  return GENERIC.test(plain);
}
