/**
 * Hides what the product logs with `logFailure`: tests cause failures on purpose, and a page that is still loading when its
 * test ends fails without the server of the test. Warnings of React and of jsdom stay visible.
 */
export function ignoreLoggedFailures() {
  const print = window.console.error;
  window.console.error = (...logged: unknown[]) => {
    const isFailure = logged.length === 2 && Object(logged[1]).message !== undefined;
    // Jsdom reports each upload that got no answer.
    const isUpload = Object(logged[0]).type === 'XMLHttpRequest';
    if (!isFailure && !isUpload) print(...logged);
  };
}
