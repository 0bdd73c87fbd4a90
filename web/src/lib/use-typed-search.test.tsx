import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { act } from 'react';
import { useTypedSearch } from './use-typed-search';

const onPause = jest.fn<(typed: string) => void>();

function Field({ inUrl }: { inUrl: string }) {
  const [typed, setTyped] = useTypedSearch(inUrl, onPause);
  return <input value={typed} onChange={(event) => setTyped(event.target.value)} />;
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

beforeEach(() => {
  jest.useFakeTimers();
  onPause.mockClear();
});
afterEach(() => jest.useRealTimers());

test('the URL has the text once after a pause', () => {
  render(<Field inUrl="" />);
  type('di');
  type('din');
  expect(onPause).not.toHaveBeenCalled();
  act(() => jest.runAllTimers());
  expect(onPause.mock.calls).toEqual([['din']]);
});

test('the URL has the text as soon as the field is left, once', () => {
  render(<Field inUrl="" />);
  act(() => field().focus());
  type('din');
  act(() => field().blur());
  expect(onPause.mock.calls).toEqual([['din']]);
  act(() => jest.runAllTimers());
  expect(onPause).toHaveBeenCalledTimes(1);
});

test('a field that is left unchanged leaves the URL as it is', () => {
  render(<Field inUrl="din" />);
  act(() => field().focus());
  act(() => field().blur());
  act(() => jest.runAllTimers());
  expect(onPause).not.toHaveBeenCalled();
});

test('another URL replaces the text, but not its own', () => {
  const view = render(<Field inUrl="" />);
  type('din');
  act(() => jest.runAllTimers());
  type('dinner');
  view.rerender(<Field inUrl="din" />);
  expect(field().value).toBe('dinner');
  view.rerender(<Field inUrl="taxi" />);
  expect(field().value).toBe('taxi');
});
