import { paidExpense, receiptOf } from '../testing/paid-expense.js';
import { receiptNames } from './receipt-names.js';

const bytes = Buffer.from('%PDF');

describe('the names of receipts in a zip', () => {
  it('contain the expense id, the original name and the extension of the content type', () => {
    const receipt = receiptOf(bytes, { originalName: 'Facture d’hôtel.exe', contentType: 'image/jpeg' });
    expect(receiptNames([paidExpense(1, { receipt })])).toEqual(['EXP-1_Facture_dhotel.jpg']);
  });

  it('contain no path, even if the original name does', () => {
    const receipt = receiptOf(bytes, { originalName: '../../../etc/cron.d/x' });
    expect(receiptNames([paidExpense(1, { receipt })])).toEqual(['EXP-1_etccron.pdf']);
  });

  it('are unique ignoring case, even if expenses and files have equal names', () => {
    const named = (originalName: string) => paidExpense(1, { receipt: receiptOf(bytes, { originalName }) });
    expect(receiptNames([named('a.pdf'), named('A.pdf'), named('a.pdf')])).toEqual([
      'EXP-1_a.pdf',
      'EXP-1_A-2.pdf',
      'EXP-1_a-3.pdf',
    ]);
  });

  it('are null for expenses without a receipt', () => {
    expect(receiptNames([paidExpense(1), paidExpense(2, { receipt: receiptOf(bytes) })])).toEqual([
      null,
      'EXP-2_receipt.pdf',
    ]);
  });
});
