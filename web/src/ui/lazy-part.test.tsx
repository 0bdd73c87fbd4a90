import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { lazyPart } from './lazy-part';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Waiting = ({ name }: { name: string }) => <p>One moment, {name}</p>;

class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};
  static getDerivedStateFromError = (error: Error) => ({ error });
  override render() {
    return this.state.error ? <p role="alert">{this.state.error.message}</p> : this.props.children;
  }
}

describe('a lazy component', () => {
  it('shows its placeholder until it is loaded', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Greeting }));
    const Part = lazyPart(load, Waiting);
    expect(load).not.toHaveBeenCalled();
    render(<Part name="Ada" />);
    expect(screen.getByText('One moment, Ada')).toBeTruthy();
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
    expect(screen.queryByText('One moment, Ada')).toBeNull();
  });

  it('renders at once if it was preloaded or shown before', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Greeting }));
    const Part = lazyPart(load, Waiting);
    await Part.preload();
    const { unmount } = render(<Part name="Ada" />);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
    unmount();
    render(<Part name="Grace" />);
    expect(screen.getByText('Hello Grace')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('ignores a failed preload and loads again when shown', async () => {
    const load = jest.fn(() => Promise.resolve({ default: Greeting }));
    load.mockRejectedValueOnce(new Error('Offline'));
    const Part = lazyPart(load);
    await Part.preload();
    render(<Part name="Ada" />);
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
  });

  it('throws to the error boundary if it cannot be loaded', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Part = lazyPart<{ name: string }>(() => Promise.reject(new Error('Offline')));
    render(
      <Boundary>
        <Part name="Ada" />
      </Boundary>,
    );
    expect((await screen.findByRole('alert')).textContent).toBe('Offline');
  });
});
