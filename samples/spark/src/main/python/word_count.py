"""Counts the words of real text on a cluster: the same as WordCount.kt, which says what to look for."""

import re
import sys
from typing import Iterator, Tuple

import timemory
from pyspark import SparkConf, SparkContext
from timemory.spark import measured, region


def words_of(lines: Iterator[str]) -> Iterator[Tuple[str, int]]:
    for line in lines:
        with timemory.region("split"):
            words = re.findall("[a-z]+", line.lower())
        for word in words:
            yield word, 1


def main(files: str) -> None:
    conf = SparkConf().setAppName("word count").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin")
    with SparkContext(conf=conf) as spark, region(spark, "count words"):
        counts = spark.textFile(files, 4).mapPartitions(measured(words_of)).reduceByKey(lambda a, b: a + b).collect()
        most = ", ".join(f"'{word}' {count} times" for word, count in sorted(counts, key=lambda count: -count[1])[:3])
        print(f"{sum(count for _, count in counts)} words in {files}: {most}")


if __name__ == "__main__":
    main(sys.argv[1])
