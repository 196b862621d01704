/** The function `spawn` of Node: this package loads no module of a platform. */
type Spawn = (
  command: string,
  args: readonly string[],
  options: { readonly stdio: 'ignore'; readonly detached: true },
) => { on(event: 'error', listener: () => void): { unref(): void } };

const commands: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ['darwin', ['open']],
  ['win32', ['cmd', '/c', 'start', '""']],
]);

/**
 * Opens a URL in the default browser. Commands print the URL before, so a failure does not matter.
 *
 * @param platform `process.platform`.
 */
export function openBrowser(url: string, platform: string, spawn: Spawn): void {
  const [command, ...args] = commands.get(platform) ?? ['xdg-open'];
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
