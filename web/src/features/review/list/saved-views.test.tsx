import { describe, expect, test } from '@jest/globals';
import type { SavedViewJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, aUser, expectAccessible, findToast, refuse } from '#app/testing';
import * as texts from '#strings/saved-views';
import { BOSS, onAPhone, renderPanel } from '#panel/testing';

const VIEWS = 'GET /api/admin/views';
const SAVE = 'POST /api/admin/views';
const REPLACE = 'PUT /api/admin/views/{id}';
const REMOVE = 'DELETE /api/admin/views/{id}';

const aView = (over: Partial<SavedViewJson> = {}): SavedViewJson => ({
  id: 'view-1',
  name: 'Trips to pay',
  shared: false,
  filter: { status: 'approved', category: 'Hotel', date_from: '2026-01-01', sort: 'date' },
  saved_at: '2026-03-01T09:00:00.000Z',
  owner_id: BOSS.id,
  owner_name: 'Bea Lee',
  ...over,
});
const shared = aView({ id: 'view-2', name: 'Meals', shared: true, owner_id: 'kim', owner_name: 'Kim Ono', filter: {} });

function panel(path = '/admin', views: SavedViewJson[] = []) {
  const sent: unknown[] = [];
  const kept = [...views];
  const view = renderPanel(path, {
    handlers: [
      answer(VIEWS, () => [...kept]),
      answer(SAVE, ({ body }) => {
        sent.push(['saved', body]);
        const saved = aView({ ...(body as Partial<SavedViewJson>), id: 'new' });
        kept.push(saved);
        return saved;
      }),
      answer(REPLACE, ({ body, params }) => {
        sent.push(['replaced', params.id, body]);
        return aView({ ...(body as Partial<SavedViewJson>), id: String(params.id) });
      }),
      answer(REMOVE, ({ params }) => {
        sent.push(['removed', params.id]);
        kept.splice(0);
        return { message: 'View removed' };
      }),
    ],
  });
  return { ...view, sent };
}

async function opened(view: ReturnType<typeof panel>) {
  await view.user.click(await screen.findByRole('button', { name: 'View' }));
  return within(await screen.findByRole('region', { name: 'Saved views' }));
}

describe('saved views of the list', () => {
  test('the list of now is saved under a name, with its filters, search and order', async () => {
    const view = panel('/admin?status=approved&category=Hotel&q=taxi&sort=expense&waiting=no&trip=Oslo&user=ann@x.org');
    const views = await opened(view);
    expect(await views.findByText('Save filters, search and order under a name.')).toBeVisible();
    await view.user.click(views.getByRole('button', { name: 'Save this view' }));
    expect(await views.findByText('Please enter a name.')).toBeVisible();
    await view.user.type(views.getByLabelText('Name of the view'), ' Mine ');
    await view.user.click(views.getByRole('checkbox', { name: 'For all super admins' }));
    await view.user.click(views.getByRole('button', { name: 'Save this view' }));
    await findToast(texts.saved('Mine'));
    const chips = { waiting: 'no', trip: 'Oslo', user: 'ann@x.org' };
    const filter = { status: 'approved', category: 'Hotel', q: 'taxi', sort: 'date', ...chips };
    expect(view.sent).toEqual([['saved', { name: 'Mine', shared: true, filter }]]);
    const saved = await views.findByRole('button', { name: /^Mine/ });
    expect(saved).toHaveAttribute('aria-current', 'true');
    await expectAccessible();
  });

  test('a view is opened with exactly its filters, and the focus returns', async () => {
    const view = panel('/admin?q=taxi&amended=yes', [aView(), shared]);
    const views = await opened(view);
    expect(await views.findByRole('button', { name: `Meals ${texts.sharedBy('Kim Ono')}` })).toBeVisible();
    await view.user.click(views.getByRole('button', { name: 'Trips to pay' }));
    await waitFor(() =>
      expect(view.router.state.location.search).toEqual({
        status: 'approved',
        category: 'Hotel',
        date_from: '2026-01-01',
        sort: 'expense',
      }),
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'View' })).toHaveFocus());
  });

  test('the own view of a name is replaced or renamed, and one that is shared is only removed', async () => {
    const view = panel('/admin?status=submitted', [aView(), shared]);
    const views = await opened(view);
    await view.user.type(await views.findByLabelText('Name of the view'), 'TRIPS to pay');
    await view.user.click(views.getByRole('button', { name: 'Replace' }));
    await findToast(texts.saved('TRIPS to pay'));
    expect(views.queryByRole('button', { name: texts.rename('Meals') })).toBeNull();
    await view.user.click(views.getByRole('button', { name: texts.rename('Trips to pay') }));
    const field = views.getByLabelText('Name of the view');
    await waitFor(() => expect(field).toHaveFocus());
    await view.user.clear(field);
    await view.user.type(field, 'Hotels{Enter}');
    await findToast(texts.saved('Hotels'));
    await view.user.click(views.getByRole('button', { name: texts.remove('Meals') }));
    await findToast(texts.removed('Meals'));
    expect(view.sent).toEqual([
      ['replaced', 'view-1', { name: 'TRIPS to pay', shared: false, filter: { status: 'submitted' } }],
      ['replaced', 'view-1', { name: 'Hotels', shared: false, filter: aView().filter }],
      ['removed', 'view-2'],
    ]);
  });

  test('a refusal is said beside the form, and what is typed stays', async () => {
    const message = 'You have 50 views, which is the limit. Please remove one first.';
    const view = renderPanel('/admin', { handlers: [refuse(SAVE, 'CONFLICT', message)] });
    await view.user.click(await screen.findByRole('button', { name: 'View' }));
    await view.user.type(await screen.findByLabelText('Name of the view'), 'One more{Enter}');
    expect(await within(screen.getByRole('region', { name: 'Saved views' })).findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Name of the view')).toHaveValue('One more');
  });

  test('a phone has them as well, and an auditor has none', async () => {
    onAPhone();
    const view = panel();
    expect(await (await opened(view)).findByLabelText('Name of the view')).toBeVisible();
    view.unmount();
    const auditor = renderPanel('/admin', { as: aUser({ role: 'auditor' }) });
    await auditor.user.click(await screen.findByRole('button', { name: 'View' }));
    expect(await screen.findByText('Density')).toBeVisible();
    expect(screen.queryByText('Saved views')).toBeNull();
  });
});
