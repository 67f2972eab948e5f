/**
 * An address of a page in running text: it ends before white space, brackets, the signs of Chinese
 * and Japanese, in which nothing parts it from the sentence, and before what ends a sentence.
 */
export const WEB_ADDRESS =
  /https:\/\/[^\s<>()，。；：！？、（）《》「」『』【】“”]+[^\s<>().,;:!?'"，。；：！？、（）《》「」『』【】“”]/u
