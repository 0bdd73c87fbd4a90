import * as texts from '#strings/claim-fields';
import { hasStatus } from '#lib/errors';
import { scrollIntoView } from '#lib/scroll-into-view';
import { endSession } from '#lib/session';
import { Button } from '#ui/button';
import { ErrorNotice, type ErrorNoticeProps } from '#ui/notice';

/** Why saving failed. Who has to log in again does so when they want to: until then nothing typed is gone. */
export function SaveError(props: ErrorNoticeProps) {
  return (
    <div ref={scrollIntoView}>
      <ErrorNotice {...props} />
      {hasStatus(props.error, 401) && (
        <Button size="sm" className="mt-2" onClick={endSession}>
          {texts.login}
        </Button>
      )}
    </div>
  );
}
