"""Joins orders with their customers and computes a score for each: the same as SkewedJoin.java, which says what to look for.

One customer has more orders than all others together, so the task that processes its partition has most of the work. In the stage with the
join, `TASK MAX` of `score` is many times the median.
"""

import random
import sys
from typing import Iterator, Tuple

import timemory
from pyspark import SparkConf, SparkContext
from timemory.spark import measured, region

CUSTOMERS = 1_000
ORDERS = 40_000
PARTITIONS = 16


def orders_of(partitions: Iterator[int]) -> Iterator[Tuple[int, int]]:
    """The orders of a partition: customer and amount. Two out of three are from customer 7."""
    for partition in partitions:
        chance = random.Random(partition)
        with timemory.region("read"):
            customers = [chance.randrange(CUSTOMERS) if chance.randrange(3) == 0 else 7 for _ in range(ORDERS // PARTITIONS)]
            orders = [(customer, 1 + chance.randrange(500)) for customer in customers]
        yield from orders


def score(joined: Iterator[Tuple[int, Tuple[int, str]]]) -> Iterator[int]:
    """A few tens of microseconds of work for each order."""
    for _, (amount, customer) in joined:
        with timemory.region("score"):
            score = amount
            for i in range(300):
                score = (score * 31 + ord(customer[i % len(customer)])) & 0xFFFFFFFF
        yield score % 100


def main() -> None:
    conf = SparkConf().setAppName("skewed join").setIfMissing("spark.plugins", "timemory.spark.TimemoryPlugin")
    with SparkContext(conf=conf) as spark, region(spark, "etl"):
        customers = spark.parallelize([(customer, f"customer {customer}") for customer in range(CUSTOMERS)], 4)
        orders = spark.parallelize(range(PARTITIONS), PARTITIONS).mapPartitions(measured(orders_of))
        with region(spark, "score orders"):
            scored = orders.join(customers, PARTITIONS).mapPartitions(measured(score)).count()
        print(f"{scored} orders were scored")


if __name__ == "__main__":
    sys.exit(main())
