import { config } from '../generator/config.ts';

export default config;
