import type { TrailStateJson } from '@outlay/contracts';
import * as texts from '#strings/trail';
import { Notice } from '#ui/notice';
import { areListsBehind, isTrailBroken } from './trail-state';

const NAMED = 5;
const COMMAND = 'npm run audit -- verify';

/** Says what the product has found to be wrong with the trail. */
export default function TrailBanner({ state }: { state: TrailStateJson }) {
  const { quarantined, log_broken: logBroken, behind_seconds: behind } = state;
  return (
    <>
      {isTrailBroken(state) && (
        <Notice tone="error" className="mb-5">
          {quarantined > 0 && <Streams {...state} />}
          {logBroken !== null && <p>{texts.logBroken(logBroken)}</p>}
          <p>
            {texts.whatToDo} <code className="font-mono whitespace-nowrap">{COMMAND}</code>
          </p>
        </Notice>
      )}
      {areListsBehind(state) && (
        <Notice tone="warning" className="mb-5">
          {texts.behind(Math.floor((behind ?? 0) / 60))}
        </Notice>
      )}
    </>
  );
}

function Streams({ quarantined, streams }: TrailStateJson) {
  const named = streams.slice(0, NAMED);
  return (
    <>
      <p className="font-medium">{texts.broken(quarantined)}</p>
      <ul className="my-1 list-disc pl-5">
        {named.map(({ stream, expense_id, finding }) => (
          <li key={stream}>{`${expense_id ?? stream}: ${finding}`}</li>
        ))}
        {quarantined > named.length && <li>{texts.more(quarantined - named.length)}</li>}
      </ul>
      <p>{texts.nothingDecided}</p>
    </>
  );
}
