/** Runs a command; an error is printed as its message, and the process then exits with `exitCode`. */
export function runMain(main: () => Promise<void>, exitCode = 1): void {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = exitCode;
  });
}
