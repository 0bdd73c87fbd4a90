import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { anExpense, answerFile, expectAccessible } from '#app/testing';
import { renderPanel, SLOW } from '#panel/testing';

const numbered = (number: number, changes: Partial<ExpenseJson> = {}) =>
  anExpense({
    id: `expense-${number}`,
    expense_id: `EXP-000${number}`,
    created_at: `2026-03-0${9 - number}T09:00:00.000Z`,
    receipt: `${number}.png`,
    receipt_name: `${number}.png`,
    ...changes,
  });

function opened(content = 'png', type = 'image/png') {
  return renderPanel('/admin?expense=EXP-0001', {
    expenses: [numbered(1), numbered(2)],
    handlers: [answerFile('GET /uploads/{filename}', content, type)],
  });
}
const receipt = async (number: number) =>
  within(await screen.findByRole('dialog', { name: `EXP-000${number}` }, SLOW)).findByRole('img', {
    name: `Receipt ${number}.png`,
  });
const shownAt = (percent: string) => screen.getByRole('button', { name: `Fit, from ${percent}` });

describe('the receipt of an open claim', () => {
  test('is enlarged and made smaller by buttons and keys, within limits', async () => {
    const view = opened();
    await receipt(1);
    expect(screen.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
    await view.user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(shownAt('125%')).toBeVisible();
    await expectAccessible();
    await view.user.keyboard('+-');
    expect(shownAt('125%')).toBeVisible();
    await view.user.keyboard('0');
    expect(shownAt('100%')).toBeVisible();
    await view.user.keyboard('++++++++++');
    expect(shownAt('500%')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDisabled();
    await view.user.click(shownAt('500%'));
    expect(shownAt('100%')).toBeVisible();
  });

  test('is enlarged by the wheel with Ctrl, instead of the page', async () => {
    opened();
    const image = await receipt(1);
    const turned = (ctrlKey: boolean) => {
      const wheel = createEvent.wheel(image, { deltaY: -100, ctrlKey });
      fireEvent(image, wheel);
      return wheel.defaultPrevented;
    };
    expect(turned(false)).toBe(false);
    expect(shownAt('100%')).toBeVisible();
    expect(turned(true)).toBe(true);
    expect(shownAt('140%')).toBeVisible();
  });

  test('turns by a quarter, and lies as before in the next claim', async () => {
    const view = opened();
    expect((await receipt(1)).style.transform).toContain('rotate(0deg)');
    await view.user.keyboard('t+');
    await view.user.click(screen.getByRole('button', { name: 'Turn' }));
    expect((await receipt(1)).style.transform).toContain('rotate(180deg)');
    await view.user.keyboard('j');
    expect((await receipt(2)).style.transform).toContain('rotate(0deg)');
    expect(shownAt('100%')).toBeVisible();
  });

  test('is left to the browser if it is a PDF that cannot be drawn', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
    opened('no pdf', 'application/pdf');
    await screen.findByRole('dialog', { name: 'EXP-0001' }, SLOW);
    expect(await screen.findByTitle('Receipt 1.png', {}, SLOW)).toBeInstanceOf(HTMLIFrameElement);
  });

  test('that cannot be read says so', async () => {
    opened();
    fireEvent.error(await receipt(1));
    expect(screen.getByText('Unable to load receipt preview.')).toBeVisible();
  });
});
