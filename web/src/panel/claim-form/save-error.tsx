import * as texts from '#strings/claim-fields';
import { hasStatus } from '#lib/errors';
import { scrollIntoView } from '#lib/scroll-into-view';
import { expireSession } from '#lib/session';
import { Button } from '#ui/button';
import { ErrorNotice, type ErrorNoticeProps } from '#ui/notice';

/** Why saving failed. After a 401 the user logs in when ready, so that no input is lost. */
export function SaveError(props: ErrorNoticeProps) {
  return (
    <div ref={scrollIntoView}>
      <ErrorNotice {...props} />
      {hasStatus(props.error, 401) && (
        <Button size="sm" className="mt-2" onClick={expireSession}>
          {texts.login}
        </Button>
      )}
    </div>
  );
}
