import type { ReactNode, RefObject } from 'react';
import * as listTexts from '#strings/admin-expenses';
import * as texts from '#strings/list-view';
import { useMayAct } from '#panel/use-may-act';
import { SavedViews } from './saved-views';
import { Popup } from '#panel/popup';
import { setListOption, useListView, type ListOption } from '#panel/list-view';

const COLUMNS: readonly [ListOption, string][] = [
  ['category', listTexts.category],
  ['date', listTexts.date],
  ['submission', listTexts.submission],
  ['amount', listTexts.amount],
  ['rate', listTexts.rate],
];

export interface ViewOptionsProps {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** Saved views, how dense the list is, and which columns it has; the others are what a review cannot do without. */
export default function ViewOptions({ button, onClose }: ViewOptionsProps) {
  const view = useListView();
  const mayAct = useMayAct();
  const isComfortable = view.has('comfortable');
  return (
    <Popup
      anchor={button}
      label={listTexts.view}
      align="end"
      className="w-72 max-w-[calc(100vw-2rem)] space-y-3 p-4"
      onClose={onClose}
    >
      {mayAct && <SavedViews onClose={onClose} />}
      <fieldset className="max-lg:hidden">
        <legend className="eyebrow mb-1">{texts.density}</legend>
        <Option type="radio" isOn={!isComfortable} onChange={() => setListOption('comfortable', false)}>
          {texts.compact}
        </Option>
        <Option type="radio" isOn={isComfortable} onChange={() => setListOption('comfortable', true)}>
          {texts.comfortable}
        </Option>
      </fieldset>
      <fieldset className="max-lg:hidden">
        <legend className="eyebrow mb-1">{texts.columns}</legend>
        {COLUMNS.map(([option, label]) => (
          <Option key={option} type="checkbox" isOn={view.has(option)} onChange={(isOn) => setListOption(option, isOn)}>
            {label}
          </Option>
        ))}
      </fieldset>
    </Popup>
  );
}

interface OptionProps {
  type: 'radio' | 'checkbox';
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}

function Option({ type, isOn, onChange, children }: OptionProps) {
  return (
    <label className="flex min-h-7 items-center gap-2">
      <input
        type={type}
        name={type}
        className="size-4 accent-accent"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      {children}
    </label>
  );
}
