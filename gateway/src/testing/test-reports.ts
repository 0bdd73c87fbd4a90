import { Controller } from '@nestjs/common';
import {
  findReport,
  listReports,
  OutlayError,
  previewReport,
  retryReport,
  type ReportView,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { hash } from 'node:crypto';

export const report: ReportView = {
  id: 'report-1',
  paymentId: 'payment-1',
  filename: 'Ada_member_2026-03-01.xlsx',
  state: 'ready',
  userId: 'member',
  userName: 'Ada member',
  currency: 'EUR',
  generatedAt: '2026-03-01T10:00:00.000Z',
  totalAmount: '110.86',
  expenseCount: 1,
  expenseIds: ['EXP-000001'],
  missingReceipts: 0,
  failureReason: null,
  retryAt: null,
};

const olderReport: ReportView = { ...report, id: 'report-2', paymentId: 'payment-2' };

export const reportBytes = Buffer.from('spreadsheet');
export const reportFile = {
  blobKey: 'reports/report-1.xlsx',
  size: reportBytes.length,
  sha256: hash('sha256', reportBytes),
};

const failedReport: ReportView = {
  ...report,
  state: 'failed',
  failureReason: 'Each of five tries ended the program that makes it.',
};

@Controller()
export class TestReports {
  static down = false;

  @Handles(listReports)
  async list({ cursor }: RequestOf<typeof listReports>) {
    if (TestReports.down) throw new OutlayError('SERVICE_UNAVAILABLE', 'Reports are down.');
    return cursor === null ? { reports: [report], nextCursor: 'second' } : { reports: [olderReport], nextCursor: null };
  }

  @Handles(findReport)
  async find({ filename }: RequestOf<typeof findReport>) {
    if (TestReports.down) throw new OutlayError('SERVICE_UNAVAILABLE', 'Reports are down.');
    const ofPayment = [report, olderReport].find(({ paymentId }) => paymentId === filename);
    if (ofPayment) return { report: ofPayment, spreadsheet: reportFile, receiptsZip: reportFile };
    if (filename === 'failed.xlsx') return { report: failedReport, spreadsheet: null, receiptsZip: null };
    if (filename === 'pending.xlsx') {
      return { report: { ...report, state: 'pending' as const }, spreadsheet: null, receiptsZip: null };
    }
    if (filename !== report.filename) throw new OutlayError('NOT_FOUND', 'Report not found');
    return { report, spreadsheet: reportFile, receiptsZip: reportFile };
  }

  @Handles(retryReport)
  async retry({ filename }: RequestOf<typeof retryReport>) {
    return { report: { ...report, filename, state: 'pending' as const } };
  }

  @Handles(previewReport)
  async preview() {
    return { headers: ['Date', 'Amount'], rows: [['2026-02-27', 110.86]] };
  }
}
