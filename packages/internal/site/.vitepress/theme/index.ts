import { theme } from '../../page/theme.ts';

export default theme;
