import { useEffect, type ReactNode } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';

export interface PageHeaderProps {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The content is a list that needs the height. */
  isDense?: boolean;
}

/** The page's only h1, which gets the focus after a navigation, and the document title. */
export function PageHeader({ title, subtitle, actions, isDense }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header
      className={cn(
        'mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3',
        isDense ? 'md:mb-1' : 'md:mb-4',
      )}
    >
      <div className="min-w-0 md:flex md:flex-wrap md:items-baseline md:gap-x-3">
        <h1 tabIndex={-1} className="text-xl font-semibold">
          {title}
        </h1>
        {subtitle && <p className="text-sm text-muted">{subtitle}</p>}
      </div>
      {actions && (
        <div data-screen-only className="flex flex-wrap gap-2">
          {actions}
        </div>
      )}
    </header>
  );
}

let [page, count] = ['', 0];

const showTitle = () => {
  document.title = texts.documentTitle(page, count);
};

export function useDocumentTitle(title: string) {
  useEffect(() => {
    page = title;
    showTitle();
  }, [title]);
}

/** Shows how much waits before the title of whatever page is open. */
export function useTitleCount(waiting: number) {
  useEffect(() => {
    count = waiting;
    showTitle();
    return () => {
      count = 0;
      showTitle();
    };
  }, [waiting]);
}
