export { announce, pace, sentence } from '../fives/say'
