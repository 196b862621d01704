#!/usr/bin/env node
import { startCommand } from '@linkage/core/command';

const main = '../dist/cli/main.js';
startCommand('linkage-conformance', new URL(main, import.meta.url).href);
