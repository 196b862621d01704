#!/usr/bin/env node
import { startCommand } from '@linkage/core/command';

const main = '../dist/main.js';
startCommand('create-linkage', new URL(main, import.meta.url).href);
