import { describe, expect, test } from '@jest/globals';
import { anExpense } from '#app/testing';
import type { ListData, ListPage } from './expense-list';
import { refreshed } from './refreshed-page';

const rows = (ids: string, revision = 0) => [...ids].map((id) => anExpense({ id, revision }));
const page = (ids: string, next: string | null): ListPage => ({ rows: rows(ids), next, version: '1' });
const data: ListData = { pages: [page('gfe', 'a'), page('dcb', 'b')], pageParams: [null, 'a'] };
const idsOf = (list: ListData) => list.pages.map((each) => each.rows.map(({ id }) => id).join(''));
const compare = (index: number, ids: string, next: string | null = 'x', mayInsert = true, from = data) => {
  const fetched = { rows: rows(ids, 1), next, version: '2' };
  const { data: now, missing } = refreshed(from, index, fetched, '2', mayInsert);
  return { ids: idsOf(now), missing: missing.map(({ id }) => id).join(''), pages: now.pages };
};

describe('a page that is fetched again', () => {
  test('replaces its rows in place, and remembers the version', () => {
    const { ids, missing, pages } = compare(1, 'dcb');
    expect([ids, missing]).toEqual([['gfe', 'dcb'], '']);
    expect(pages[1]).toMatchObject({ checked: '2', rows: [{ revision: 1 }, { revision: 1 }, { revision: 1 }] });
    expect(pages[0]).toBe(data.pages[0]);
  });

  test('inserts new rows where the server has them, although they push others to the next page', () => {
    expect(compare(0, 'ihg')).toMatchObject({ ids: ['ihgfe', 'dcb'], missing: '' });
    expect(compare(0, 'gxf')).toMatchObject({ ids: ['gxfe', 'dcb'], missing: '' });
  });

  test('lets new rows wait if they would move others', () => {
    const { ids, pages } = compare(0, 'ihg', 'x', false);
    expect(ids).toEqual(['gfe', 'dcb']);
    expect(pages[0]?.waiting).toEqual(['i', 'h']);
  });

  test('keeps rows that it has no longer, and names them', () => {
    expect(compare(0, 'ged')).toMatchObject({ ids: ['gfe', 'dcb'], missing: 'f' });
    expect(compare(0, 'gfd')).toMatchObject({ ids: ['gfe', 'dcb'], missing: 'e' });
    expect(compare(0, '', null)).toMatchObject({ ids: ['gfe', 'dcb'], missing: 'gfe' });
  });

  test('leaves rows of a page that is not loaded yet to that page', () => {
    expect(compare(1, 'dba')).toMatchObject({ ids: ['gfe', 'dcb'], missing: 'c' });
  });

  test('adds whatever is new at the end of the last page', () => {
    const last: ListData = { pages: [page('gfe', null)], pageParams: [null] };
    expect(compare(0, 'gfed', null, true, last)).toMatchObject({ ids: ['gfed'], missing: '' });
    const empty: ListData = { pages: [page('', null)], pageParams: [null] };
    expect(compare(0, 'ba', null, true, empty)).toMatchObject({ ids: ['ba'], missing: '' });
  });
});
