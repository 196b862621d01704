/** Starts a command of our own packages. It may change with any release: do not build on it. */
export declare function startCommand(command: string, main: string): void;
