// The way in: `npm start` and `npm test` on any Node from 20 up. Installs what is missing, then hands over to the Node
// version this project pins. Plain JavaScript with old syntax, so that an old Node reaches the message about its age.
import { spawn, spawnSync } from 'child_process';
import { createHash } from 'crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'fs';
import { delimiter, dirname, join } from 'path';
import { fileURLToPath } from 'url';

const commands = { start: 'packages/internal/atlas/src/main.ts', test: 'scripts/check/main.ts' };
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const isWindows = process.platform === 'win32';
const stampFile = join(root, 'node_modules', '.linkage-setup');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', isWindows ? 'node.exe' : 'node');
const networkFault =
  /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ESOCKETTIMEDOUT|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|ERR_PNPM_TARBALL_FETCH|ERR_SOCKET_TIMEOUT|error sending request|dns error/i;

main().catch(fail);

async function main() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    fail(
      'Linkage needs Node 20 or newer to get going, this is ' + process.version + '. Get one from https://nodejs.org',
    );
  }
  const name = process.argv[2];
  const rest = process.argv.slice(3);
  const script = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (script === undefined && (name !== 'run' || rest.length === 0)) {
    fail('Usage: node scripts/bootstrap.mjs start | test [step] | run <tool or script.ts> [arguments]');
  }
  await setUp();
  if (script !== undefined) await handOver(pinnedNode, [join(root, script)].concat(rest), name);
  else if (/\.[mc]?ts$/.test(rest[0])) await handOver(pinnedNode, rest, name);
  else await handOver(rest[0], rest.slice(1), name);
}

/** Installs the packages of the lockfile, unless that very set is installed already. */
async function setUp() {
  const stamp = fingerprint();
  if (existsSync(pinnedNode) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  const manager = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager;
  process.stderr.write('Setting up (the first time takes a minute): ' + manager + ' install\n');
  const result = await install(manager);
  if (result.code !== 0) {
    fail(
      networkFault.test(result.output)
        ? '\nSetting up failed: the npm registry could not be reached. Check the network, the proxy and the registry' +
            ' (`npm ping`), then run the same command again.'
        : '\nSetting up failed; the reason stands above. Mend it and run the same command again. If it stays,' +
            ' delete the folder node_modules first.',
    );
  }
  const version = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    fail(
      'Setting up failed: the installed Node (' +
        pinnedNode +
        ') does not run on this machine. ' +
        (version.stderr || ''),
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
  process.stderr.write('Set up with Node ' + version.stdout.trim() + '\n\n');
}

/** Returns a hash of the inputs of an installation: an equal hash means an equal node_modules. */
function fingerprint() {
  const hash = createHash('sha256').update(process.platform + process.arch);
  // A package stands in `packages`, or in a group one step below.
  const manifests = ['packages']
    .concat(foldersIn('packages'))
    .flatMap(foldersIn)
    .map((it) => join(it, 'package.json'));
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'].concat(manifests)) {
    if (existsSync(join(root, file))) hash.update('\0' + file + '\0').update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function foldersIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((it) => it.isDirectory() && it.name !== 'node_modules')
    .map((it) => join(folder, it.name))
    .sort();
}

function install(manager) {
  const argv = ['--yes', '--loglevel=error', manager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  // CI=true keeps pnpm from asking questions, such as whether it may replace an older node_modules.
  // Without a network, npm and pnpm would retry for minutes before they say so.
  const patience = {
    npm_config_fetch_retries: '2',
    npm_config_fetch_retry_mintimeout: '1000',
    npm_config_fetch_retry_maxtimeout: '5000',
  };
  const env = Object.assign(patience, process.env, { CI: 'true' });
  return new Promise((resolve) => {
    const child = spawn('npx', argv, { cwd: root, env, shell: isWindows, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let quiet = 0;
    const waiting = setInterval(() => {
      quiet += 15;
      process.stderr.write('… nothing heard for ' + quiet + ' seconds: slow network, or none?\n');
    }, 15000);
    const show = (chunk) => {
      quiet = 0;
      waiting.refresh();
      output = (output + chunk).slice(-100000);
      process.stderr.write(chunk);
    };
    child.stdout.on('data', show);
    child.stderr.on('data', show);
    child.on('error', (error) => resolve({ code: 1, output: output + error.message }));
    child.on('close', (code) => {
      clearInterval(waiting);
      resolve({ code, output });
    });
  });
}

/** Runs a program in our place: same streams, signals and exit code; tools find the pinned Node first. */
function handOver(program, argv, name) {
  const pathKey = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') || 'PATH';
  const path = join(root, 'node_modules', '.bin') + delimiter + (process.env[pathKey] || '');
  const env = Object.assign({}, process.env, { [pathKey]: path });
  const child = spawn(program, argv, { env, stdio: 'inherit', shell: isWindows && program !== pinnedNode });
  let asked;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      asked = signal;
      // A terminal sends Ctrl-C to the child as well; a second one would cut its clean exit short.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  // npm hands SIGTERM to its shell only, which dies without a word to us: a new parent is the sign.
  const parent = process.ppid;
  const orphaned = () => {
    if (process.ppid === parent) return;
    // Only once: a second signal ends the demo at once.
    clearInterval(watch);
    process.emit('SIGTERM');
  };
  const watch = process.env.npm_lifecycle_event === undefined ? undefined : setInterval(orphaned, 500).unref();
  return new Promise((_, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      // Ctrl-C is how one leaves the demo, hence no failure; npm would print an error for any other code.
      if (name === 'start' && asked !== undefined) process.exit(0);
      if (signal === null) process.exit(code);
      for (const it of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(it);
      process.kill(process.pid, signal);
    });
  });
}

function fail(reason) {
  process.stderr.write((reason instanceof Error ? reason.message : reason) + '\n');
  process.exit(1);
}
