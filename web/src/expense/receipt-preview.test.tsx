import { afterEach, describe, expect, test } from '@jest/globals';
import { receiptDamagedMessage } from '@outlay/rules';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '#app/query-client';
import { answerFile, breakDown, expectAccessible, refuse, server } from '#app/testing';
import { ReceiptPreview } from './receipt-preview';

const FILE = 'GET /uploads/{filename}';
const revoke = URL.revokeObjectURL;

function show(receipt: string | null, pdfViewerEnabled = true) {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: pdfViewerEnabled, configurable: true });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <main>
        <h1>Expense</h1>
        <ReceiptPreview receipt={receipt} name="dinner" />
      </main>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  URL.revokeObjectURL = revoke;
});

describe('receipt preview', () => {
  test('an image can be opened and downloaded, and its URL is revoked on unmount', async () => {
    const revoked: string[] = [];
    URL.revokeObjectURL = (url) => revoked.push(url);
    server.use(answerFile(FILE, 'png', 'image/png'));
    const view = show('uploads/a.png');
    const image = await screen.findByRole('img', { name: 'Receipt dinner' });
    expect(screen.getByRole('button', { name: 'Open in new tab' })).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
    await expectAccessible();
    view.unmount();
    expect(revoked).toEqual([image.getAttribute('src')]);
  });

  test('a PDF is shown in a frame if the browser has a viewer', async () => {
    server.use(answerFile(FILE, 'pdf', 'application/pdf'));
    show('a.pdf');
    expect(await screen.findByTitle('Receipt dinner')).toBeInstanceOf(HTMLIFrameElement);
  });

  test('a PDF that cannot be shown can still be downloaded', async () => {
    server.use(answerFile(FILE, 'pdf', 'application/pdf'));
    show('a.pdf', false);
    expect(await screen.findByText('Unable to load receipt preview.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
  });

  test('an unreadable image and a receipt that fails to load show a message', async () => {
    server.use(answerFile(FILE, 'heic', 'image/heic'));
    const view = show('a.heic');
    fireEvent.error(await screen.findByRole('img'));
    expect(screen.getByText('Unable to load receipt preview.')).toBeVisible();
    view.unmount();

    server.use(breakDown(FILE, 500));
    show('b.png');
    await waitFor(() => expect(screen.getByText('Unable to load receipt preview.')).toBeVisible());
    expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
  });

  test('a receipt that is damaged in storage says so', async () => {
    server.use(refuse(FILE, 'RECEIPT_DAMAGED', receiptDamagedMessage));
    show('a.png');
    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent(/^Unable to load receipt preview\.This receipt is damaged in storage\./);
    expect(screen.getByRole('button', { name: 'Download' })).toBeDisabled();
    await expectAccessible();
  });

  test('a missing receipt shows a message', () => {
    show(null);
    expect(screen.getByText('No receipt uploaded.')).toBeVisible();
  });
});
