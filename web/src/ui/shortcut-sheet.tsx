import { useState } from 'react';
import * as shell from '#strings/shell';
import * as texts from '#strings/shortcuts';
import { isApple } from '#lib/is-apple';
import { areSingleKeysOn, activeKeys, switchSingleKeys } from '#lib/use-single-keys';
import { Dialog } from './dialog';

const GLOBAL = ['c', '?'];

export default function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const [active] = useState(activeKeys);
  const [on, setOn] = useState(areSingleKeysOn);
  const keys = Object.entries(texts.keys).filter(([key]) => active.has(key));
  const local = keys.filter(([key]) => !GLOBAL.includes(key));
  const global = keys.filter(([key]) => GLOBAL.includes(key));
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.description}>
      <div className="space-y-6">
        {local.length > 0 && <Keys title={texts.here} keys={local} />}
        <Keys
          title={texts.everywhere}
          keys={[[shell.searchKey(isApple()), texts.palette], ...global, [texts.escape, texts.close]]}
        />
        <label className="flex gap-3 border-t border-line pt-4 text-sm">
          <input
            type="checkbox"
            checked={on}
            onChange={({ target: { checked } }) => {
              switchSingleKeys(checked);
              setOn(checked);
            }}
            className="size-6 shrink-0 accent-accent"
          />
          <span>
            <span className="block font-medium">{texts.enabled}</span>
            <span className="block text-muted">{texts.enabledHint}</span>
          </span>
        </label>
      </div>
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h3 className="eyebrow mb-2">{title}</h3>
      <dl className="space-y-2 text-sm">
        {keys.map(([key, action]) => (
          <div key={key} className="flex items-center justify-between gap-4">
            <dt>{action}</dt>
            <dd>
              <kbd className="inline-block min-w-7 rounded-md border border-line-strong bg-sunken px-2 py-0.5 text-center font-mono text-xs">
                {key}
              </kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
