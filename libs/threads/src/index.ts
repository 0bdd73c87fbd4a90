export { Thread, type ThreadAnswer } from './thread.js';
