import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ListTable, type ListColumn } from './list-table';

afterEach(cleanup);

interface Claim {
  id: string;
}

test('a row is rendered again for what its cells show only', () => {
  const rendered: string[] = [];
  const columns: ListColumn<{ claim: Claim; isSaving: boolean }>[] = [
    {
      name: 'ID',
      width: '1fr',
      cell: ({ claim, isSaving }) => {
        rendered.push(claim.id);
        return isSaving ? `${claim.id}, saving` : claim.id;
      },
    },
  ];
  const items = ['A', 'B', 'C'].map((id) => ({ id }));
  const ignore = () => undefined;
  const opened: string[] = [];
  const table = (saving: string | null, onOpen: (claim: Claim) => void) => (
    <ListTable
      aria-label="Claims"
      columns={columns}
      height={2}
      total={items.length}
      items={items}
      isPart={false}
      cells={(claim) => ({ claim, isSaving: claim.id === saving })}
      onSeen={ignore}
      onOpen={onOpen}
    />
  );
  const view = render(table(null, () => opened.push('before')));
  rendered.length = 0;
  view.rerender(table('B', ({ id }) => opened.push(id)));
  expect(rendered).toEqual(['B']);
  fireEvent.click(screen.getByText('C'));
  expect(opened).toEqual(['C']);
});
